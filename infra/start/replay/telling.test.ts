import { expect, test } from 'vitest'
import { telling } from './telling.ts'

function told(isTTY: boolean) {
  const written: string[] = []
  let ms = 0
  const terminal = { isTTY, write: (text: string) => written.push(text) > 0 }
  const it = telling(terminal as unknown as NodeJS.WriteStream, () => ms)
  const pass = (by: number, events: number) => {
    ms += by
    it.add(events)
  }
  return { written, pass, end: it.end }
}

test('elsewhere there is a line every few seconds, and one at the end', () => {
  const { written, pass, end } = told(false)
  for (let second = 0; second < 6; second += 1) pass(1_000, 10)
  end()
  expect(written).toEqual([
    'Playing: 50 events in 5.0 s (10 a second)…\n',
    'Played 60 events in 6.0 s (10 a second)\n',
  ])
})
