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

test('on a terminal one line is written anew', () => {
  const { written, pass, end } = told(true)
  pass(100, 500)
  pass(150, 500)
  pass(750, 1_000)
  end()
  expect(written).toEqual([
    '\r\u001b[KPlaying: 1,000 events in 0.3 s (4,000 a second)…',
    '\r\u001b[KPlaying: 2,000 events in 1.0 s (2,000 a second)…',
    '\r\u001b[KPlayed 2,000 events in 1.0 s (2,000 a second)\n',
  ])
})

test('elsewhere there is a line every few seconds, and one at the end', () => {
  const { written, pass, end } = told(false)
  for (let second = 0; second < 6; second += 1) pass(1_000, 10)
  end()
  expect(written).toEqual([
    'Playing: 50 events in 5.0 s (10 a second)…\n',
    'Played 60 events in 6.0 s (10 a second)\n',
  ])
})
