import { noSource } from '@tba/events/overview/views.ts'
import { pagePath, referrerHost } from '@tba/events/tracking/page.ts'
import type { VisitRow } from '@tba/events/visits/views.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Snapshot } from '../analytics/snapshot.ts'
import { visitsThatRegistered, visitsThatViewed, visitsWithFacet } from '../analytics/visit-facets.ts'
import { afterCursor, type PageEnd, pageEndOf } from '../history/find-events.ts'
import { conversions, readVisitRows } from './find-visit.ts'
import type { VisitsQuery } from './querystring.ts'

/** Facets that the list can filter by, with one scan of all events. */
const attributes = ['source', 'campaign', 'entry', 'exit', 'browser', 'system'] as const

type VisitsInput = VisitsQuery & { after: PageEnd | null }

/**
 * A tracked visit starts with VisitStarted or, if consent was requested first, with revision 0. A visit without tracking
 * starts with its outcome.
 */
const visitStarts = sql`
  select coalesce(own_visit, tied_visit) as id, min(seq) as seq, arg_min(recorded_ms, seq) as recorded_ms
  from events where own_visit is not null and (type = 'VisitStarted' or revision = 0)
    or tied_visit is not null and type in ${conversions} group by id`
const convertedVisits = sql`select tied_visit from events where type in ${conversions} and tied_visit is not null`
const visitsStartedWith = (condition: Sql) =>
  sql`select own_visit from events where type = 'VisitStarted' and own_visit is not null and ${condition}`
const robots = visitsStartedWith(sql`robot is not null`)

/** A page of visits, newest first, by the number of their first event. */
export async function findVisits(
  snapshot: Snapshot,
  { after, limit, ...input }: VisitsInput,
): Promise<{ visits: VisitRow[]; next: PageEnd | null }> {
  const { from, to, page, viewed, referrer, device, converted, registered, bots } = input
  const conditions = [
    sql`true`,
    after && (await afterCursor(snapshot, after, 'desc')),
    from === undefined ? null : sql`recorded_ms >= ${BigInt(from)}`,
    to === undefined ? null : sql`recorded_ms < ${BigInt(to)}`,
    page === undefined ? null : sql`id in (${visitsOnPage(page)})`,
    viewed === undefined ? null : sql`id in (${visitsThatViewed(viewed, snapshot.lastSeq)})`,
    referrer === undefined ? null : sql`id in (${visitsFromReferrer(referrer)})`,
    device === undefined ? null : sql`id in (${visitsStartedWith(sql`device = ${device}`)})`,
    ...attributes.map(name => {
      const value = input[name]
      if (value === undefined) return null
      return sql`id in (${visitsWithFacet(name, value === noSource ? null : value, snapshot.lastSeq)})`
    }),
    converted === undefined ? null : sql`id ${converted ? empty : sql`not`} in (${convertedVisits})`,
    registered === undefined
      ? null
      : sql`id ${registered ? empty : sql`not`} in (${visitsThatRegistered(snapshot.lastSeq)})`,
    bots === 'true' ? null : sql`id ${bots === 'only' ? empty : sql`not`} in (${robots})`,
  ].filter(condition => condition !== null)
  const found = await snapshot.rows<{ id: string; seq: number; position: string }>(sql`
    select id, seq, position from (
      select id, seq from (${visitStarts}) where ${join(conditions, ' and ')} order by seq desc limit ${limit + 1}
    ) join events using (seq) order by seq desc`)
  const shown = found.slice(0, limit)
  const ids = shown.map(({ id }) => id)
  const known = await readVisitRows(snapshot, ids)
  const visits = ids.map(id => known.get(id) as VisitRow)
  return { visits, next: found.length > limit ? pageEndOf(shown.at(-1)) : null }
}

/** A path matches that page on any host and with any query. A whole address matches only itself. */
function visitsOnPage(page: string): Sql {
  const path = pagePath(page)
  const exactly = path === page ? sql`true` : sql`(data ->> '$.page') = ${page}`
  return sql`select own_visit from events where own_visit is not null and page = ${path} and ${exactly}`
}

/** The referrer of the first event with another site. The filter can be a whole address. */
const visitsFromReferrer = (referrer: string): Sql => sql`
  select own_visit from events where own_visit is not null and referrer_host is not null group by own_visit
  having arg_min(referrer_host, seq)
    = ${referrerHost(referrer) ?? referrerHost(`https://${referrer}`) ?? referrer.toLowerCase()}`
