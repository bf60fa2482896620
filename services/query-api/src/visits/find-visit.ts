import type { Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { VisitDetail, VisitRow } from '@tba/events/visits/views.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'
import sql, { join } from 'sql-template-tag'
import type { Snapshot } from '../analytics/snapshot.ts'
import { type EventRow, eventRows, historyEventIn } from '../history/find-events.ts'

/** The events that count as a visit's outcome. */
export const conversions = sql`('LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered')`

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
  const accounts = await accountsOf(snapshot, id)
  return { visit: { ...visit, accounts }, ...(await readEventPage(snapshot, { id, after })) }
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

type Row = Pick<VisitRow, 'id' | 'events' | 'referrer' | 'consent' | 'outcome'> & {
  firstMs: number
  lastMs: number
  userAgent: string | null
  /** The page of each event, as JSON. */
  pages: string
}

/** The known ones of these visits, by id. */
export async function readVisitRows(snapshot: Snapshot, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ReturnType<typeof toVisitRow>>()
  const among = sql`(${join([...ids])})`
  const hasOutcome = (type: string) => sql`bool_or(type = ${type}) filter (where not is_own)`
  // Reading each column separately is faster than reading both at once.
  const rows = await snapshot.rows<Row>(sql`
    select id,
      coalesce(arg_min(recorded_ms, seq) filter (where is_own or type in ${conversions}), min(recorded_ms))::double as "firstMs",
      max(recorded_ms)::double as "lastMs",
      (least(count(*) filter (where is_own), ${maxEvents})
        + least(count(*) filter (where not is_own), ${maxEvents}))::integer as events,
      arg_max(data ->> '$.userAgent', seq) filter (where type = 'VisitStarted') as "userAgent",
      arg_min(referrer_host, seq) as referrer,
      arg_max(case type when 'ConsentChosen' then data ->> '$.choice' else 'all' end, seq)
        filter (where type = 'ConsentChosen' or names_visit) as consent,
      case when ${hasOutcome('AccountRegistered')} then 'registered'
        when ${hasOutcome('QuestionnaireSubmitted')} then 'questionnaire'
        when ${hasOutcome('LeadSubmitted')} then 'lead' end as outcome,
      to_json(coalesce(list(data ->> '$.page' order by seq)
        filter (where type in ('InteractionTracked', 'AnalyticsEventTracked')), [])) as pages
    from (
      select own_visit as id, true as is_own, seq, recorded_ms, type, names_own_visit as names_visit, referrer_host, data from events where own_visit in ${among}
      union all
      select tied_visit, false, seq, recorded_ms, type, true, referrer_host, data from events where tied_visit in ${among}
    ) group by id`)
  return new Map(rows.map(row => [row.id, toVisitRow(row)]))
}

const toVisitRow = ({ firstMs, lastMs, pages, ...row }: Row) => ({
  ...row,
  ...{ firstAt: new Date(firstMs).toISOString(), lastAt: new Date(lastMs).toISOString() },
  // Distinct pages, in order of the first event.
  pages: [...new Set<string>(JSON.parse(pages))].slice(0, maxPages),
  ...parseUserAgent(row.userAgent),
})
