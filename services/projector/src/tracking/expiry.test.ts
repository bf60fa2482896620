import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { groups } from '../projections.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { recordedEvent } from '../testing/recorded-event.ts'
import { tablesAfter } from '../testing/tables-after.ts'

const [gone, stays] = ['session_gone', 'session_stays']
const before = '2026-01-02T00:00:00.000Z'

const viewed = (visit: string) =>
  recordedFixture(
    'InteractionTracked',
    { stream: streams.visit(visit), visitId: visit },
    { eventType: 'page_view' },
  )
const measured = (visit: string) => recordedFixture('AnalyticsEventTracked', { stream: streams.visit(visit) })
const whole = (visit: string) => [
  recordedFixture('VisitStarted', { stream: streams.visit(visit) }),
  viewed(visit),
  measured(visit),
  recordedFixture('ConsentChosen', { stream: streams.visit(visit) }, { choice: 'all' }),
  viewed(visit),
  recordedFixture('LeadSubmitted', { stream: streams.lead(`of ${visit}`), visitId: visit }),
]
const expired = (...visits: string[]) =>
  recordedEvent('VisitsExpired', { before, visits }, { stream: streams.tracking() })

/** Whether an event belongs to a visit that expires after it. */
function isForgotten({ stream, position }: RecordedEvent, events: readonly RecordedEvent[]): boolean {
  const end = events.find(({ type }) => type === 'VisitsExpired')
  return stream === streams.visit(gone) && end !== undefined && position < end.position
}

test.each(groups.tracking.map(projection => [projection.name, projection] as const))(
  'the %s of a log without an expired visit equal those of a log where it expires',
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
