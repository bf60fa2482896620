import { expect, test } from 'vitest'
import { chainFinder, furthestChain } from './chain.ts'
import { type Rules, unbounded } from './rules.ts'

/**
 * An event as `A@10`: it matches step A, at second 10. `AB` matches two steps. Without a time it comes one second after the
 * previous event.
 */
function eventsOf(text: string) {
  const at: number[] = []
  const steps: number[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const [letters = '', time] = word.split('@')
    steps.push([...letters].reduce((bits, letter) => bits | (1 << 'ABCDEFGH'.indexOf(letter)), 0))
    at.push(time === undefined ? (at.at(-1) ?? 0) + 1_000 : Number(time) * 1_000)
  }
  return { at: Float64Array.from(at), steps: Uint8Array.from(steps), end: at.length }
}

const plain: Rules = {
  ...{ steps: 3, windowMs: 60_000, stepWindowsMs: [unbounded, unbounded], strict: false },
  ...{ fromMs: 0, toMs: 1_000_000 },
}
const strict = { strict: true }
const four = { steps: 4, stepWindowsMs: [unbounded, 10_000, 10_000] }

test('units are counted one after the other and do not influence each other', () => {
  const find = chainFinder(plain)
  const counts = ['A B C', 'A B', 'A', '', 'A B C'].map(unit => find(eventsOf(unit)).steps)
  expect(counts).toEqual([3, 2, 1, 0, 3])
})

const minute = 'A@0 B@1 A@50 B@55 B@58 C@100'
test.each<[string, string, Partial<Rules>, number[]]>([
  ['begin where the unit gets furthest within the window', minute, {}, [2, 3, 5]],
  ['are within their own window', minute, { stepWindowsMs: [unbounded, 42_000] }, [2, 4, 5]],
  ['follow each other directly in a strict funnel', minute, strict, [0, 1]],
  ['are each a step of their own', 'A@0 B@1 C@2 D@3', four, [0, 1, 2, 3]],
  ['are none outside the period', minute, { fromMs: 200_000 }, []],
])('The events of the steps %s', (_, text, rules, expected) => {
  expect(furthestChain(eventsOf(text), { ...plain, ...rules })).toEqual(expected)
})
