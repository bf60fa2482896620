import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { toldLog } from '../testing/told-log.ts'
import { playFunnel } from './play-funnel.ts'
import { playStream } from './play-stream.ts'
import type { Result } from './result.ts'
import type { Taken } from './taken.ts'

const [gone, stays] = ['session_1767261600000_gone', 'session_1767261600000_stays']
const start = { userAgent: 'Mozilla/5.0', referrer: null, address: null }
const begun = (visit: string) =>
  happened('VisitStarted', start, { stream: streams.visit(visit), actor: 'visitor' })
const lead = (id: string, visitId: string) =>
  happened('LeadErased', {}, { stream: streams.lead(id), visitId })
const past = [begun(gone), lead('a', gone), begun(stays), lead('b', stays)]
const expired = happened(
  'VisitsExpired',
  { before: '2026-01-01T11:00:00.000Z', visits: [gone] },
  { stream: streams.tracking(), actor: 'system' },
)
const again = begun(gone)
const all = [...past, expired, again]
/** As the log is once it has forgotten what expired. */
const forgotten = all.filter(event => event !== past[0])

function playing(events: readonly { stream: string }[]) {
  const lines: string[] = []
  const result: Result = {
    add: text => lines.push(...String(text).split('\n').slice(0, -1)),
    isDue: () => true,
    keep: () => {},
    kept: async function* () {},
    commit: async () => {},
    beginAgain: async () => {},
    found: () => lines.length,
  }
  const bounds = { types: [], visits: [] }
  const taken = { position: '', done: 0 } as unknown as Taken
  const { signal } = new AbortController()
  return {
    lines,
    asked: { store: toldLog(events), taken, bounds, end: again.position, result, signal, mostBytes: 2 ** 26 },
  }
}

test('a replay of a log that still holds an expired visit is one of a log that has forgotten it', async () => {
  const [held, without] = [playing(all), playing(forgotten)]
  await playStream(held.asked)
  await playStream(without.asked)
  expect(held.lines).toEqual(without.lines)
  expect(held.lines).toHaveLength(forgotten.length)
})

test.each([['VisitStarted'], ['LeadErased']])(
  'a funnel of %s counts no visit that has expired',
  async event => {
    const definition = {
      ...{ by: 'visit', from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', windowSeconds: 60 },
      ...{ bots: true, steps: [{ event }, { event: 'LeadErased' }] },
    } as Parameters<typeof playFunnel>[1]
    const counts = async (events: readonly { stream: string }[]) => {
      const { lines, asked } = playing(events)
      await playFunnel(asked, definition)
      return (JSON.parse(lines[0] ?? '') as { steps: { count: number }[] }).steps[0]?.count
    }
    // The visit that goes by the name of the expired one began behind that place.
    const count = event === 'VisitStarted' ? 2 : 1
    expect([await counts(all), await counts(forgotten)]).toEqual([count, count])
  },
)
