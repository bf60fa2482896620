import type { HistoryDetail, HistoryEvent } from '@tba/events/history/views.ts'
import { otherTellings, overtakesMs, twinOf } from '@tba/events/paths/twins.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Reading } from '../analytics/reading.ts'
import { type EventRow, eventRows, historyEventIn } from './find-events.ts'

/** The session is not in the copy. */
type Found = Omit<HistoryDetail, 'session'>

const guid = z.guid()
/** An event's effects are a screen to walk through, not a list of everything. */
const mostEffects = 200

/** The event, the one that caused it, and what the same request and the jobs after it recorded later. */
export async function findEvent(reading: Reading, { id }: { id: string }): Promise<Found | null> {
  const row = await rowOf(reading, id)
  if (row === null) return null
  const cause = await rowOf(reading, row.causationId)
  const later = await reading.rows<EventRow>(sql`
    ${eventRows} where correlation_id = ${row.correlationId} and correlation_id <> '' and seq > ${row.seq}
    order by seq limit ${mostEffects}`)
  const event = historyEventIn(row)
  return {
    event,
    cause: cause && historyEventIn(cause),
    effects: effectsOf(event, later.map(historyEventIn)),
    twin: await twinIn(reading, row),
  }
}

/** Among what its visit tells of that time. */
async function twinIn(reading: Reading, { stream, type, data, recordedAt, id }: EventRow) {
  if (twinOf(type, JSON.parse(data)) === null) return null
  const [from, to] = [recordedAt - overtakesMs, recordedAt + overtakesMs]
  const rows = await reading.rows<EventRow>(sql`
    ${eventRows} where stream = ${stream} and recorded_ms between ${from}::double and ${to}::double order by seq`)
  const events = rows.map(historyEventIn)
  const deeds = events.map(({ type, data }) => ({ twin: twinOf(type, data) }))
  const others = otherTellings(
    deeds,
    rows.map(({ recordedAt }) => recordedAt),
  )
  const own = events.findIndex(event => event.id === id)
  return events[others[own] ?? -1] ?? null
}

async function rowOf(reading: Reading, id: string): Promise<EventRow | null> {
  if (!guid.safeParse(id).success) return null
  const [row] = await reading.rows<EventRow>(sql`${eventRows} where event_id = ${id}::uuid`)
  return row ?? null
}

type Effect = HistoryDetail['effects'][number]

/**
 * The tree of what followed an event: under each event those that name it as their cause. What its request recorded beside
 * it, later, stands at the top, as what came of the same press.
 * @param later the events of the same request and of the jobs after it that stand behind it in the log, in that order
 */
export function effectsOf({ id }: Pick<HistoryEvent, 'id'>, later: readonly HistoryEvent[]): Effect[] {
  const known = new Set(later.map(event => event.id))
  const byCause = Map.groupBy(later, ({ causationId }) => (known.has(causationId) ? causationId : id))
  // What precedes its cause in the log, which only damage does, would make a ring of the tree.
  const placed = new Set<string>()
  const under = (cause: string): Effect[] =>
    (byCause.get(cause) ?? []).flatMap(event => {
      if (placed.has(event.id)) return []
      placed.add(event.id)
      return [{ event, effects: under(event.id) }]
    })
  return under(id)
}
