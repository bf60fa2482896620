import type { HistoryDetail, HistoryEvent } from '@tba/events/history/views.ts'
import { categoryOf, idOf } from '@tba/events/streams.ts'
import { findTwins, maxSkewMs, twinOf } from '@tba/events/tracking/twins.ts'
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { msOf } from '../analytics/within.ts'
import { hasCorrelation } from './conditions.ts'
import { type EventRow, eventRows, historyEventIn } from './find-events.ts'
import { visitorsOf } from './visitors.ts'

const guid = z.guid()
/** Before the event and after it. Enough for a screen, not a complete list. */
const maxSiblings = 200

/** An event, what caused it, what it caused, and the other events of its request and its jobs. */
export async function findEvent(snapshot: Snapshot, { id }: { id: string }) {
  const row = await rowOf(snapshot, id)
  if (row === null) return null
  const cause = await rowOf(snapshot, row.causationId)
  const near = (side: Sql) => sql`(${eventRows}
    where ${hasCorrelation(row.correlationId)} and correlation_text is distinct from '' and seq ${side} limit ${maxSiblings})`
  const rows = await snapshot.rows<EventRow>(sql`
    ${near(sql`< ${row.seq} order by seq desc`)} union all ${near(sql`> ${row.seq} order by seq`)} order by seq`)
  const [event, siblings] = [historyEventIn(row), rows.map(historyEventIn)]
  return {
    event,
    session: row.session,
    cause: cause && historyEventIn(cause),
    effects: effectsOf(event, siblings),
    siblings,
    twin: await twinIn(snapshot, row),
    visitors: categoryOf(row.stream) === 'visit' ? await visitorsOf(snapshot, idOf(row.stream)) : [],
  }
}

/** Searches the events of the visit around the same time. */
async function twinIn(snapshot: Snapshot, { stream, type, data, recordedAt, id }: EventRow) {
  if (twinOf(type, JSON.parse(data)) === null) return null
  const [from, to] = [recordedAt - maxSkewMs, recordedAt + maxSkewMs]
  const rows = await snapshot.rows<EventRow>(sql`
    ${eventRows} where stream = ${stream} and recorded_ms between ${msOf(from)} and ${msOf(to)} order by seq`)
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

/** The tree of effects: under each event those that name it as their cause. A cause is earlier in the log. */
export function effectsOf({ id }: Pick<HistoryEvent, 'id'>, siblings: readonly HistoryEvent[]): Effect[] {
  const top: Effect[] = []
  const effectsOfCause = new Map([[id, top]])
  for (const event of siblings) {
    const effects: Effect[] = []
    const besides = effectsOfCause.get(event.causationId)
    if (!besides) continue
    besides.push({ event, effects })
    effectsOfCause.set(event.id, effects)
  }
  return top
}
