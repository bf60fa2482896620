import type { Position } from '@tba/event-store/port.ts'
import type { EventFilter } from '@tba/events/history/filter.ts'
import { expect, test, vi } from 'vitest'
import { toldOf } from './log-watch.ts'
import { mostWaiting, watcher } from './watcher.ts'

const admin = { sub: 'a', sid: 's', start: 0 }
const filter: EventFilter = {
  types: [],
  ...{ stream: null, streamPrefix: null, visit: null, actor: null, correlation: null },
  ...{ words: [], from: null, to: null },
}
const at = (number: number) => String(number).padStart(8, '0') as Position
const told = (number: number) =>
  toldOf({
    ...{ id: `e${number}`, stream: 'visit-x', revision: number, type: 'ConsentChosen', position: at(number) },
    ...{ recordedAt: '2026-01-01T00:00:00.000Z', data: { choice: 'all' }, metadata: { schemaVersion: 1 } },
  })
const watched = (after = at(0)) => {
  const onCut = vi.fn()
  return { onCut, it: watcher(admin, { filter, after, onCut }) }
}
const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)

test('who was told an event is not told it again by a delivery that overlaps', async () => {
  const { it } = watched(at(2))
  it.tell([told(1), told(2), told(3)], at(3))
  it.tell([told(3), told(4)], at(4))
  it.end()
  expect(idsIn((await Array.fromAsync(it.messages())).join(''))).toEqual([at(3), at(4)])
})

test('who does not take what they are sent is cut off, and nothing is kept for them', async () => {
  const { it, onCut } = watched()
  for (let number = 1; number <= mostWaiting; number++) it.tell([told(number)], at(number))
  expect(onCut).not.toHaveBeenCalled()
  it.tell([told(mostWaiting + 1)], at(mostWaiting + 1))
  it.tell([told(mostWaiting + 2)], at(mostWaiting + 2))
  expect(onCut).toHaveBeenCalledTimes(1)
  expect(await Array.fromAsync(it.messages())).toEqual([])
})

test('what is told while a message is on its way comes with the next', async () => {
  const { it } = watched()
  const messages = it.messages()
  const first = messages.next()
  it.tell([told(1)], at(1))
  expect(idsIn(String((await first).value))).toEqual([at(1)])
  it.tell([told(2)], at(2))
  it.tell([told(3)], at(3))
  expect(idsIn(String((await messages.next()).value))).toEqual([at(2), at(3)])
})
