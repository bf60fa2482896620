import { expect, test } from 'vitest'
import { lineOf, progress } from './progress.ts'

test.each([
  [{ done: 0, seconds: 3 }, 'Visits: 0 of 2,000 (0 %)'],
  [{ done: 500, seconds: 1 }, 'Visits: 500 of 2,000 (25 %), 500 a second, 3 s left'],
  [{ done: 1_000, seconds: 125 }, 'Visits: 1,000 of 2,000 (50 %), 8 a second, 2 min 5 s left'],
  [{ done: 2_000, seconds: 4 }, 'Visits: 2,000 of 2,000 (100 %), 500 a second, in 4 s'],
])('it tells what is done of how much, how fast, and what is left: %j', (state, line) => {
  expect(lineOf({ what: 'Visits', total: 2_000, ...state })).toBe(line)
})

function shown(isTTY: boolean): string {
  let [text, now] = ['', 0]
  const write = (part: string) => {
    text += part
    return true
  }
  const telling = progress('Visits', 100, { terminal: { isTTY, write } as never, nowMs: () => now })
  for (const time of [40, 2_000, 2_050, 7_000]) {
    now = time
    telling.add(25)
  }
  telling.end()
  return text
}

test('on a terminal one line is written over, a few times a second', () => {
  expect(shown(true).replaceAll('\x1b[K', '').split('\r')).toEqual([
    '',
    'Visits: 50 of 100 (50 %), 25 a second, 2 s left',
    'Visits: 100 of 100 (100 %), 14 a second, in 7 s\n',
  ])
})

test('in a file a line stands every few seconds', () => {
  expect(shown(false)).toBe('Visits: 100 of 100 (100 %), 14 a second, in 7 s\n')
})
