import { chainFinder, earliestStart, exclusionBit, furthestChain } from './chain.ts'
import { type Rules, unbounded } from './rules.ts'

/**
 * An event as `A@10`: it matches step A, at second 10. `AB` matches two steps. `b` may not lie between B and C. Without a time
 * it comes one second after the previous event.
 */
function eventsOf(text: string) {
  const at: number[] = []
  const steps: number[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const [letters = '', time] = word.split('@')
    steps.push([...letters].reduce((bits, letter) => bits | (1 << bitOf(letter)), 0))
    at.push(time === undefined ? (at.at(-1) ?? 0) + 1_000 : Number(time) * 1_000)
  }
  return { at: Float64Array.from(at), steps: Uint16Array.from(steps), end: at.length }
}

const bitOf = (letter: string) =>
  letter < 'a' ? 'ABCDEFGH'.indexOf(letter) : exclusionBit('abcdefg'.indexOf(letter) + 1)

const plain: Rules = {
  steps: 3,
  windowMs: 60_000,
  stepWindowsMs: [unbounded, unbounded],
  strict: false,
  fromMs: 0,
  toMs: 1_000_000,
}
const strict = { strict: true }
const near = { stepWindowsMs: [10_000, unbounded] }
const four = { steps: 4, stepWindowsMs: [unbounded, 10_000, 10_000] }
const last = { steps: 4, stepWindowsMs: [unbounded, unbounded, 10_000] }
const secondNear = { stepWindowsMs: [unbounded, 10_000], windowMs: 200_000 }
const nearBoth = { stepWindowsMs: [10_000, 10_000] }

/** The number of steps, and for each step after the first the seconds since the previous one. */
function stepsAndSeconds(text: string, rules: Partial<Rules>): number[] {
  const unit = eventsOf(text)
  const reached = chainFinder({ ...plain, ...rules })(unit)
  const durationMs = (step: number) =>
    (unit.at[reached.completed[step] as number] ?? 0) - (unit.at[reached.previous[step] as number] ?? 0)
  return [
    reached.steps,
    ...Array.from({ length: Math.max(0, reached.steps - 1) }, (_, step) => durationMs(step + 1) / 1_000),
  ]
}

test.each<[string, string, Partial<Rules>, number[]]>([
  ['nothing', '', {}, [0]],
  ['steps in their order', 'A B C', {}, [3, 1, 1]],
  ['later steps without the first one', 'B C', {}, [0]],
  ['a step skipped', 'A C', {}, [1]],
  ['a repeated first step, by its later event', 'A@0 A@5 B@9 C@10', {}, [3, 4, 1]],
  ['a repeated second step, by its earlier event', 'A@0 B@2 B@5 C@9', {}, [3, 2, 7]],
  ['other things between', 'A@0 C@1 B@2 A@3 C@4', {}, [3, 2, 2]],
  ['everything at the same instant, in the log’s order', 'A@5 B@5 C@5', {}, [3, 0, 0]],
  ['a clock that stepped back between two steps', 'A@30 B@10 C@20', {}, [3, -20, 10]],
  ['a last step at the end of the window', 'A@0 B@1 C@60', {}, [3, 1, 59]],
  ['a last step a millisecond after the window', 'A@0 B@1 C@60.001', {}, [2, 1]],
  ['a second step at the end of its own window', 'A@0 B@10', near, [2, 10]],
  ['a second step a millisecond after its own window', 'A@0 B@10.001', near, [1]],
  ['a repeated second step that is near enough to the third', 'A@0 B@1 B@9 C@15', nearBoth, [3, 1, 6]],
  ['the earliest second step that is near enough', 'A@0 B@1 B@5 B@6 C@15', nearBoth, [3, 1, 10]],
  ['a third step behind the latest second', 'A@0 B@1 C@2 B@20 B@15 C@28 D@35', four, [4, 1, 1, 7]],
  [
    'a fourth step behind the third that is near, not the second',
    'A@0 B@1 C@2 B@20 C@21 D@25',
    last,
    [4, 1, 1, 4],
  ],
  ['a third step, unless an excluded event lies before it', 'A@0 B@1 b@2 C@3', {}, [2, 1]],
  ['no second step before an excluded event', 'A@0 B@100 b@100 B@50 B@101 C@105', secondNear, [3, 100, 4]],
  ['one event that matches two steps, for only one of them', 'AB', { steps: 2 }, [1]],
  ['one event that may be either of two steps', 'AB B', { steps: 2 }, [2, 1]],
  ['a step with the same event twice, done twice', 'AB AB C', {}, [3, 1, 1]],
  ['an early attempt outside its window and a later one inside', 'A@0 B@1 A@100 B@101 C@102', {}, [3, 1, 1]],
  ['the last step after an abandoned later attempt', 'A@0 B@1 A@50 C@55', {}, [3, 1, 54]],
  ['a start that has an earlier time than the start before it', 'A@50 A@10 B@80 C@110', {}, [3, 30, 30]],
  ['a start a millisecond before the period', 'A@9.999 B C', { fromMs: 10_000 }, [0]],
  ['a start at the end of the period', 'A@20 B C', { toMs: 20_000 }, [0]],
  ['later steps after the period', 'A@19.999 B@30 C@40', { toMs: 20_000 }, [3, 10.001, 10]],
  [
    'a start in the period among those before and after',
    'A@1 A@15 B@16 A@21 C@22',
    inPeriod(10, 20),
    [3, 1, 6],
  ],
  ['neighbours', 'A B C', strict, [3, 1, 1]],
  ['a repeated step between neighbours', 'A B B C', strict, [2, 1]],
  ['a repeated first step before neighbours', 'A A B C', strict, [3, 1, 1]],
  ['neighbours, the last one after the window', 'A@0 B@1 C@61', strict, [2, 1]],
])('A funnel counts %s', (_, text, rules, expected) => {
  const sized = rules.steps === 2 ? { stepWindowsMs: [unbounded] } : {}
  expect(stepsAndSeconds(text, { ...sized, ...rules })).toEqual(expected)
})

function inPeriod(from: number, to: number) {
  return { fromMs: from * 1_000, toMs: to * 1_000 }
}

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
])('The events of the steps %s', (_, text, rules, expected) =>
  expect(furthestChain(eventsOf(text), { ...plain, ...rules })).toEqual(expected),
)

test('what may not lie between steps has its bits above those of eight steps', () => {
  expect([1, 7].map(exclusionBit)).toEqual([8, 14])
})

test.each([
  [999, 100],
  [1_000, 101],
])(
  'after %i starts that lead nowhere, the earliest start is looked for no longer than a thousand',
  (lost, second) => {
    const rules = { ...plain, steps: 2, stepWindowsMs: [unbounded] }
    const unit = eventsOf(`${'A@0 '.repeat(lost)}A@100 A@101 B@105`)
    const start = earliestStart(unit, rules, chainFinder(rules)(unit))
    expect(unit.at[start]).toBe(second * 1_000)
  },
)
