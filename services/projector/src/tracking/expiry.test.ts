import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { expect, test } from 'vitest'
import { groups } from '../projections.ts'
import { happened } from '../testing/happened.ts'
import { tablesAfter } from '../testing/tables-after.ts'

const [gone, stays] = ['session_gone', 'session_stays']
const before = '2026-01-02T00:00:00.000Z'

const started = (visit: string) =>
  happened(
    'VisitStarted',
    { userAgent: 'Firefox', referrer: null, address: '192.0.2.0' },
    { stream: streams.visit(visit) },
  )
const viewed = (visit: string) =>
  happened(
    'InteractionTracked',
    { eventType: 'page_view', page: '/', elementId: null, elementText: null, additionalData: null },
    { stream: streams.visit(visit), visitId: visit },
  )
const measured = (visit: string) =>
  happened(
    'AnalyticsEventTracked',
    { eventName: 'x', page: '/', eventCategory: null, eventLabel: null, eventValue: null, userId: 7 },
    { stream: streams.visit(visit) },
  )
const chosen = (visit: string) =>
  happened('ConsentChosen', { choice: 'all' }, { stream: streams.visit(visit) })
const lead = (visit: string) =>
  happened(
    'LeadSubmitted',
    { emailHash: 'h', name: null, email: null, phone: null, plan: 'elite', depositEuro: 3000, message: null },
    { stream: streams.lead(`of ${visit}`), visitId: visit },
  )
const whole = (visit: string) => [
  started(visit),
  viewed(visit),
  measured(visit),
  chosen(visit),
  viewed(visit),
  lead(visit),
]
const expired = (...visits: string[]) =>
  happened('VisitsExpired', { before, visits }, { stream: streams.tracking() })

/** Of the visit, and before it expired. */
function isForgotten({ stream, position }: RecordedEvent, events: readonly RecordedEvent[]): boolean {
  const end = events.find(({ type }) => type === 'VisitsExpired')
  return stream === streams.visit(gone) && end !== undefined && position < end.position
}

test.each(groups.tracking.map(projection => [projection.name, projection] as const))(
  'the %s of a log that has forgotten an expired visit are those of one that has not',
  async (_name, projection) => {
    const end = () => expired(gone, 'session_never')
    const cases = [
      [...whole(gone), end()],
      [...whole(stays), ...whole(gone), end()],
      [...whole(gone), ...whole(stays), end(), viewed(gone), measured(gone)],
    ]
    for (const events of cases) {
      const forgotten = events.filter(event => !isForgotten(event, events))
      expect(forgotten.length).toBeLessThan(events.length)
      const { on } = projection
      const heard = (all: RecordedEvent[]) => all.filter(({ type }) => type in on)
      expect(await tablesAfter(projection, heard(events))).toEqual(
        await tablesAfter(projection, heard(forgotten)),
      )
    }
    const kept = [...whole(stays), ...whole(gone), expired(gone)]
    expect(JSON.stringify(await tablesAfter(projection, kept))).not.toContain(gone)
  },
)
