import type { Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { VisitDetail, VisitRow } from '@tba/events/visits/views.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'
import sql, { join } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { type EventRow, eventRows, historyEventIn } from '../history/find-events.ts'

/** What a visit can come to. */
export const conversions = sql`('LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered')`

/** Of its own and of those that name it, each. */
const mostEvents = 2_000
/** Of all events of an answer together: one may be large itself. */
const mostBytes = 8 * 1024 * 1024
const mostPages = 20

type Asked = { id: string; after: Position | null }

/** A visit with a part of its events in the order of the log, those of others that name it among them. Null: unknown. */
export async function findVisit(reading: Reading, { id, after }: Asked): Promise<VisitDetail | null> {
  if (after !== null) reading.assertOfLog(after, 'Cursore non valido')
  const visit = (await shownVisits(reading, [id])).get(id)
  if (!visit) return null
  const accounts = await accountsOf(reading, id)
  return { visit: { ...visit, accounts }, ...(await partOf(reading, { id, after })) }
}

async function partOf(reading: Reading, { id, after }: Asked): Promise<Pick<VisitDetail, 'events' | 'next'>> {
  const behind = after === null ? sql`true` : sql`position > ${after}`
  const rows = await reading.rows<EventRow>(sql`
    ${eventRows} where own_visit = ${id} and ${behind} union all
    ${eventRows} where tied_visit = ${id} and ${behind} order by seq limit ${mostEvents + 1}`)
  const events: HistoryEvent[] = []
  let bytes = 0
  for (const row of rows.slice(0, mostEvents)) {
    if (bytes > mostBytes) break
    bytes += row.data.length
    events.push(historyEventIn(row))
  }
  return { events, next: events.length < rows.length ? (events.at(-1)?.position ?? null) : null }
}

/** Of those who acted in the visit, or whose number, which is nobody else's, one of its events carries. Not who is erased. */
async function accountsOf(reading: Reading, id: string): Promise<string[]> {
  const rows = await reading.rows<{ account: string }>(sql`
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
  /** Of each event, as JSON. */
  pages: string
}

/** Of these visits, by id, those of which anything is known. */
export async function shownVisits(reading: Reading, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ReturnType<typeof shown>>()
  const among = sql`(${join([...ids])})`
  const cameTo = (type: string) => sql`bool_or(type = ${type}) filter (where not is_own)`
  // A list is read faster by each of the two columns than by both at once.
  const rows = await reading.rows<Row>(sql`
    select id,
      coalesce(arg_min(recorded_ms, seq) filter (where is_own or type in ${conversions}), min(recorded_ms))::double as "firstMs",
      max(recorded_ms)::double as "lastMs",
      (least(count(*) filter (where is_own), ${mostEvents})
        + least(count(*) filter (where not is_own), ${mostEvents}))::integer as events,
      arg_max(data ->> '$.userAgent', seq) filter (where type = 'VisitStarted') as "userAgent",
      arg_min(referrer_host, seq) as referrer,
      arg_max(case type when 'ConsentChosen' then data ->> '$.choice' else 'all' end, seq)
        filter (where type = 'ConsentChosen' or visit = id) as consent,
      case when ${cameTo('AccountRegistered')} then 'registered'
        when ${cameTo('QuestionnaireSubmitted')} then 'questionnaire'
        when ${cameTo('LeadSubmitted')} then 'lead' end as outcome,
      to_json(coalesce(list(data ->> '$.page' order by seq)
        filter (where type in ('InteractionTracked', 'AnalyticsEventTracked')), [])) as pages
    from (
      select own_visit as id, true as is_own, seq, recorded_ms, type, visit, referrer_host, data from events where own_visit in ${among}
      union all
      select tied_visit, false, seq, recorded_ms, type, visit, referrer_host, data from events where tied_visit in ${among}
    ) group by id`)
  return new Map(rows.map(row => [row.id, shown(row)]))
}

const shown = ({ firstMs, lastMs, pages, ...row }: Row) => ({
  ...row,
  ...{ firstAt: new Date(firstMs).toISOString(), lastAt: new Date(lastMs).toISOString() },
  // The different ones, in the order of the first event there.
  pages: [...new Set<string>(JSON.parse(pages))].slice(0, mostPages),
  ...parseUserAgent(row.userAgent),
})
