import type { HistoryDetail, HistoryEvent } from '@tba/events/history/views.ts'
import { findTwins, maxSkewMs, twinOf } from '@tba/events/tracking/twins.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Snapshot } from '../analytics/snapshot.ts'
import { hasCorrelation } from './conditions.ts'
import { type EventRow, eventRows, historyEventIn } from './find-events.ts'

const guid = z.guid()
/** Enough for a screen, not a complete list. */
const maxEffects = 200

/** An event, its cause, and what the same request and its jobs recorded later. */
export async function findEvent(snapshot: Snapshot, { id }: { id: string }): Promise<HistoryDetail | null> {
  const row = await rowOf(snapshot, id)
  if (row === null) return null
  const cause = await rowOf(snapshot, row.causationId)
  const later = await snapshot.rows<EventRow>(sql`
    ${eventRows} where ${hasCorrelation(row.correlationId)} and correlation_text is distinct from '' and seq > ${row.seq}
    order by seq limit ${maxEffects}`)
  const event = historyEventIn(row)
  return {
    event,
    session: row.session,
    cause: cause && historyEventIn(cause),
    effects: effectsOf(event, later.map(historyEventIn)),
    twin: await twinIn(snapshot, row),
  }
}

/** Searches the events of the visit around the same time. */
async function twinIn(snapshot: Snapshot, { stream, type, data, recordedAt, id }: EventRow) {
  if (twinOf(type, JSON.parse(data)) === null) return null
  const [from, to] = [recordedAt - maxSkewMs, recordedAt + maxSkewMs]
  const rows = await snapshot.rows<EventRow>(sql`
    ${eventRows} where stream = ${stream} and recorded_ms between ${from}::double and ${to}::double order by seq`)
  const events = rows.map(historyEventIn)
  const twins = findTwins(
    events.map(({ type, data }) => ({ twin: twinOf(type, data) })),
    rows.map(({ recordedAt }) => recordedAt),
  )
  const own = events.findIndex(event => event.id === id)
  return events[twins[own] ?? -1] ?? null
}

async function rowOf(snapshot: Snapshot, id: string): Promise<EventRow | null> {
  if (!guid.safeParse(id).success) return null
  const [row] = await snapshot.rows<EventRow>(sql`${eventRows} where event_id = ${id}::uuid`)
  return row ?? null
}

type Effect = HistoryDetail['effects'][number]

/**
 * The tree of effects: under each event those that name it as their cause. Later events of the same request without an
 * earlier cause among them are at the top.
 * @param later the later events of the same request and its jobs, in log order
 */
export function effectsOf({ id }: Pick<HistoryEvent, 'id'>, later: readonly HistoryEvent[]): Effect[] {
  const top: Effect[] = []
  const effectsOfCause = new Map([[id, top]])
  for (const event of later) {
    const effects: Effect[] = []
    const besides = effectsOfCause.get(event.causationId) ?? top
    besides.push({ event, effects })
    effectsOfCause.set(event.id, effects)
  }
  return top
}
