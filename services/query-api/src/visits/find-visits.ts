import type { Position } from '@tba/event-store/port.ts'
import { present } from '@tba/events/present.ts'
import { pagePath, referrerHost } from '@tba/events/tracking/page.ts'
import type { VisitRow } from '@tba/events/visits/views.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { filtersOf, resolveFilters, visitsMeeting } from '../analytics/filters.ts'
import { isError, isRefusal, readVisitRows } from '../analytics/visit-rows.ts'
import { afterCursor, type PageEnd } from '../history/find-events.ts'
import type { VisitsQuery } from './querystring.ts'

/** One event can be the first of two visits, that of its stream and one that it names, so the visit's id belongs to it. */
export type VisitPageEnd = readonly [...PageEnd, id: string]
type VisitsInput = VisitsQuery & { after: VisitPageEnd | null }

/** A page of visits, newest first, by the number of their first event. */
export async function findVisits(
  snapshot: Snapshot,
  { after, limit, ...input }: VisitsInput,
): Promise<{ visits: VisitRow[]; next: VisitPageEnd | null; total?: number }> {
  const { from, to, page, referrer, converted, registered, troubled, bots } = input
  const { source, campaign, device, browser, system, viewed, entry: entryPage, exit: exitPage } = input
  const values = filtersOf({ source, campaign, device, browser, system, page: viewed, entryPage, exitPage })
  const filters = [...values, ...(await resolveFilters(snapshot, 'visit', input))]
  const conditions = [
    sql`true`,
    after && (await afterVisit(snapshot, after)),
    from === undefined ? null : sql`first_ms >= ${BigInt(from)}`,
    to === undefined ? null : sql`first_ms < ${BigInt(to)}`,
    page === undefined ? null : sql`id in (${visitsOnPage(page)})`,
    filters.length > 0 ? sql`id in (${visitsMeeting(snapshot, filters)})` : null,
    referrer === undefined ? null : sql`referrer = ${hostOf(referrer)}`,
    converted === undefined ? null : sql`(lead or questionnaire or registration) = ${converted}`,
    troubled === undefined ? null : sql`(id in (${troubledVisits})) = ${troubled}`,
    registered === undefined ? null : sql`registration = ${registered}`,
    bots === 'true' ? null : sql`(robot is not null) = ${bots === 'only'}`,
  ].filter(condition => condition !== null)
  const found = await snapshot.rows<{ id: string; seq: number; position: Position }>(sql`
    select id, seq, position from (
      select * from (select *, first_seq as seq from visits) where ${join(conditions, ' and ')}
      order by seq desc, id limit ${limit + 1}
    ) join events using (seq) order by seq desc, id`)
  const [counted] = after
    ? []
    : await snapshot.rows<{ total: number }>(
        sql`select count(*)::double as total from visits where ${join(conditions, ' and ')}`,
      )
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const ids = shown.map(({ id }) => id)
  const known = await readVisitRows(snapshot, ids)
  const visits = ids.map(id => present(known.get(id)))
  const end = last && ([last.position, last.seq, last.id] as const)
  return { visits, next: found.length > limit && end ? end : null, ...counted }
}

const troubledVisits = sql`select own_visit from events where own_visit is not null and (${isRefusal} or ${isError})`

async function afterVisit(snapshot: Snapshot, [position, seq, id]: VisitPageEnd): Promise<Sql> {
  const earlier = await afterCursor(snapshot, [position, seq], 'desc')
  return sql`(${earlier} or id > ${id} and seq in (select seq from events where position = ${position}))`
}

/** A path matches that page on any host and with any query. A whole address matches only itself. */
function visitsOnPage(page: string): Sql {
  const path = pagePath(page)
  const exactly = path === page ? sql`true` : sql`(data ->> '$.page') = ${page}`
  return sql`select own_visit from events where own_visit is not null and page = ${path} and ${exactly}`
}

/** The filter can be a whole address. */
const hostOf = (referrer: string) =>
  referrerHost(referrer) ?? referrerHost(`https://${referrer}`) ?? referrer.toLowerCase()

/** The visits with a lead or questionnaire, with their sources as in the overview. */
export const findSources = (snapshot: Snapshot, _: object) =>
  snapshot.rows<{ id: string; source: string | null }>(sql`
    select id, source from visits where lead or questionnaire`)
