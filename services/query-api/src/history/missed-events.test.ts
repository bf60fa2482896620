import type { Position, ReadAllOptions, Recorded } from '@tba/event-store/port.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { missedBetween, missedMessages } from './missed-events.ts'
import { filterOf } from './querystring.ts'

afterEach(() => void vi.useRealTimers())

const at = (number: number) => String(number).padStart(8, '0') as Position
const recorded = (number: number): Recorded => ({
  ...{ id: `e${number}`, stream: 'visit-x', revision: number, type: 'ConsentChosen', position: at(number) },
  ...{ recordedAt: '2026-01-01T00:00:00.000Z', data: { choice: 'all' }, metadata: { schemaVersion: 1 } },
})

/** What is sent of a log of so many events, each page of which takes so long to read. */
async function sent({ events, pageMs, types }: { events: number; pageMs: number; types: string[] }) {
  vi.useFakeTimers({ toFake: ['performance'] })
  async function* readAll({ after = at(0), limit = 1 }: ReadAllOptions = {}) {
    vi.advanceTimersByTime(pageMs)
    const first = Number(after) + 1
    for (let number = first; number < first + limit && number <= events; number++) yield recorded(number)
  }
  const missed = missedBetween({ readAll }, { after: at(0), upTo: at(events) })
  const filter = filterOf({ type: types })
  const first = await missed.next()
  const readSide = async () => ({ head: at(events), lagMs: 0 })
  return (await Array.fromAsync(missedMessages({ filter, first, missed, readSide }))).join('')
}
const headIds = (text: string) => [...text.matchAll(/^id: (.*)\nevent: head$/gm)].map(([, id]) => id)

test('who searches a long log for what is not there hears every second how far it was searched', async () => {
  const text = await sent({ events: 4_000, pageMs: 600, types: ['Nulla'] })
  expect(headIds(text)).toEqual([at(1_500), at(2_500), at(3_500)])
  expect(text).not.toContain('event: event')
})

test('how far it was searched is said behind the events up to there', async () => {
  const text = await sent({ events: 1_500, pageMs: 600, types: [] })
  expect(headIds(text)).toEqual([at(1_500)])
  expect([...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual([
    ...Array.from({ length: 1_500 }, (_, number) => at(number + 1)),
    at(1_500),
  ])
})

test('who misses little is sent that alone', async () => {
  expect(headIds(await sent({ events: 10, pageMs: 1, types: [] }))).toEqual([])
})
