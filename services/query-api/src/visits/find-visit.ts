import type { Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { VisitDetail, VisitRow } from '@tba/events/visits/views.ts'
import sql, { join } from 'sql-template-tag'
import type { Snapshot } from '../analytics/snapshot.ts'
import { type EventRow, eventRows, historyEventIn } from '../history/find-events.ts'

/** Separately for own events and for others that name the visit. */
const maxEvents = 2_000
/** For all events of a response together. A single event can be large. */
const maxBytes = 8 * 1024 * 1024
const maxPages = 20

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

/** The accounts that acted in the visit, or whose number, if unique, is in one of its events. Without erased accounts. */
async function accountsOf(snapshot: Snapshot, id: string): Promise<string[]> {
  const rows = await snapshot.rows<{ account: string }>(sql`
    with named as (
      select account from events where tied_visit = ${id} and account is not null
      union
      select min(account) from events where type = 'AccountRegistered' and user_id in (
        select user_id from events where own_visit = ${id} and user_id is not null)
      group by user_id having count(*) = 1)
    select account from named
    where account not in (select account from events where type = 'AccountErased' and account is not null)
    order by account`)
  return rows.map(({ account }) => account)
}

async function userAgentOf(snapshot: Snapshot, id: string): Promise<string | null> {
  const [row] = await snapshot.rows<{ userAgent: string | null }>(sql`
    select data ->> '$.userAgent' as "userAgent" from events
    where own_visit = ${id} and type = 'VisitStarted' order by seq limit 1`)
  return row?.userAgent ?? null
}

type Row = Pick<VisitRow, 'id' | 'events' | 'referrer' | 'consent' | 'outcome' | 'device'> & {
  firstMs: number
  lastMs: number
  robot: string | null
  /** The page of each event, as JSON; null: it has none. */
  pages: string | null
}

/** The known ones of these visits, by id. */
export async function readVisitRows(snapshot: Snapshot, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, VisitRow>()
  const among = sql`(${join([...ids])})`
  const rows = await snapshot.rows<Row>(sql`
    select id, first_ms::double as "firstMs", last_ms::double as "lastMs", events, device, robot, referrer, consent,
      case when registration then 'registered' when questionnaire then 'questionnaire' when lead then 'lead' end as outcome,
      pages
    from visits left join (
      select own_visit as id, to_json(list(data ->> '$.page' order by seq)) as pages from events
      where own_visit in ${among} and type in ('InteractionTracked', 'AnalyticsEventTracked') group by own_visit
    ) using (id) where id in ${among}`)
  return new Map(rows.map(row => [row.id, toVisitRow(row)]))
}

const toVisitRow = ({ firstMs, lastMs, pages, robot, ...row }: Row): VisitRow => ({
  ...row,
  ...{ firstAt: new Date(firstMs).toISOString(), lastAt: new Date(lastMs).toISOString() },
  // Distinct pages, in order of the first event.
  pages: [...new Set<string>(JSON.parse(pages ?? '[]'))].slice(0, maxPages),
  robot: robot === null ? null : { reason: robot },
})
