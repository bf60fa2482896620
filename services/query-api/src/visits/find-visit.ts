import type { Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { VisitDetail } from '@tba/events/visits/views.ts'
import sql from 'sql-template-tag'
import { Refused } from '../analytics/failures.ts'
import { isOfOneLog, type Reading } from '../analytics/reading.ts'
import { type EventRow, eventRows, historyEventIn } from '../history/event-row.ts'
import { mostEvents, shownVisits } from './shown-visits.ts'

/** Of all events of an answer together: one may be large itself. */
const mostBytes = 8 * 1024 * 1024

type Asked = { id: string; after: Position | null }

/** A visit with a part of its events in the order of the log, those of others that name it among them. Null: unknown. */
export async function findVisit(reading: Reading, { id, after }: Asked): Promise<VisitDetail | null> {
  if (after !== null && !isOfOneLog(after, reading.position))
    throw new Refused('invalid', 'Cursore non valido')
  const found = (await shownVisits(reading, [id])).get(id)
  if (!found) return null
  const accounts = await accountsOf(reading, id)
  return { visit: { ...found.visit, accounts }, ...(await partOf(reading, { id, after })) }
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
