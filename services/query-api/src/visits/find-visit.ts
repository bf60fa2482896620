import type { Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { VisitDetail } from '@tba/events/visits/views.ts'
import sql from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { readVisitRows } from '../analytics/visit-rows.ts'
import { type EventRow, eventRows, historyEventIn } from '../history/find-events.ts'
import { accountsOf } from '../history/visitors.ts'

/** Separately for own events and for others that name the visit. */
const maxEvents = 2_000
/** For all events of a response together. A single event can be large. */
const maxBytes = 8 * 1024 * 1024

type VisitInput = { id: string; after: Position | null }

/** A visit with a page of its events in log order, including other streams' events that name it. Null: unknown. */
export async function findVisit(snapshot: Snapshot, { id, after }: VisitInput): Promise<VisitDetail | null> {
  if (after !== null) snapshot.assertOfLog(after, 'Cursore non valido')
  const visit = (await readVisitRows(snapshot, [id])).get(id)
  if (!visit) return null
  const [accounts, userAgent] = [await accountsOf(snapshot, id), await userAgentOf(snapshot, id)]
  return { visit: { ...visit, accounts, userAgent }, ...(await readEventPage(snapshot, { id, after })) }
}

async function readEventPage(snapshot: Snapshot, { id, after }: VisitInput) {
  const behind = after === null ? sql`true` : sql`position > ${after}`
  const rows = await snapshot.rows<EventRow>(sql`
    ${eventRows} where own_visit = ${id} and ${behind} union all
    ${eventRows} where tied_visit = ${id} and ${behind} order by seq limit ${maxEvents + 1}`)
  const events: HistoryEvent[] = []
  let bytes = 0
  for (const row of rows.slice(0, maxEvents)) {
    if (bytes > maxBytes) break
    bytes += row.data.length
    events.push(historyEventIn(row))
  }
  return { events, next: events.length < rows.length ? (events.at(-1)?.position ?? null) : null }
}

async function userAgentOf(snapshot: Snapshot, id: string): Promise<string | null> {
  const [row] = await snapshot.rows<{ userAgent: string | null }>(sql`
    select data ->> '$.userAgent' as "userAgent" from events
    where own_visit = ${id} and type = 'VisitStarted' order by seq limit 1`)
  return row?.userAgent ?? null
}
