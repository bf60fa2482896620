import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { toldLog } from '../testing/told-log.ts'
import type { Taken } from './deps.ts'
import { playStream } from './play-stream.ts'
import type { Result } from './result.ts'

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
    commit: async () => {},
    found: () => lines.length,
  }
  const bounds = { types: [], visits: [] }
  const taken = { position: '', done: 0 } as unknown as Taken
  const { signal } = new AbortController()
  return {
    lines,
    asked: { store: toldLog(events), taken, bounds, end: again.position, result, signal },
  }
}

test('a replay of a log that still holds an expired visit is one of a log that has forgotten it', async () => {
  const [held, without] = [playing(all), playing(forgotten)]
  await playStream(held.asked)
  await playStream(without.asked)
  expect(held.lines).toEqual(without.lines)
  expect(held.lines).toHaveLength(forgotten.length)
})
