import { noSource } from '@tba/events/overview/views.ts'
import { pagePath } from '@tba/events/tracking/page.ts'
import type { VisitRow } from '@tba/events/visits/views.ts'
import { referrerHost } from '@tba/runtime/visits/origin.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { visitsThatViewed, visitsTold } from '../analytics/visit-facets.ts'
import { behindOf, type PageEnd, pageEndOf } from '../history/find-events.ts'
import { conversions, shownVisits } from './find-visit.ts'

/** What is told of a visit, by which the list is filtered with one look at all events. */
const attributes = ['source', 'campaign', 'entry', 'exit', 'browser', 'system'] as const

type Asked = Partial<Record<(typeof attributes)[number], string>> & {
  from?: number | undefined
  to?: number | undefined
  page?: string | undefined
  viewed?: string | undefined
  referrer?: string | undefined
  device?: string | undefined
  converted?: boolean | undefined
  bots: 'true' | 'false' | 'only'
  limit: number
  after: PageEnd | null
}

/**
 * A tracked visit begins with VisitStarted or, where consent was asked for first, with revision 0; one of which nothing was
 * tracked, with what it came to.
 */
const begun = sql`
  select coalesce(own_visit, tied_visit) as id, min(seq) as seq, arg_min(recorded_ms, seq) as recorded_ms
  from events where own_visit is not null and (type = 'VisitStarted' or revision = 0)
    or tied_visit is not null and type in ${conversions} group by id`
const converting = sql`select tied_visit from events where type in ${conversions} and tied_visit is not null`
const started = (condition: Sql) =>
  sql`select own_visit from events where type = 'VisitStarted' and own_visit is not null and ${condition}`
const robots = started(sql`robot is not null`)

/** A page of visits, newest first: by the number of the event that began each. */
export async function findVisits(
  reading: Reading,
  { after, limit, ...asked }: Asked,
): Promise<{ visits: VisitRow[]; next: PageEnd | null }> {
  const { from, to, page, viewed, referrer, device, converted, bots } = asked
  const conditions = [
    sql`true`,
    after && (await behindOf(reading, after, 'desc')),
    from === undefined ? null : sql`recorded_ms >= ${BigInt(from)}`,
    to === undefined ? null : sql`recorded_ms < ${BigInt(to)}`,
    page === undefined ? null : sql`id in (${onPage(page)})`,
    viewed === undefined ? null : sql`id in (${visitsThatViewed(viewed, reading.lastSeq)})`,
    referrer === undefined ? null : sql`id in (${cameFrom(referrer)})`,
    device === undefined ? null : sql`id in (${started(sql`device = ${device}`)})`,
    ...attributes.map(name => {
      const value = asked[name]
      if (value === undefined) return null
      return sql`id in (${visitsTold(name, value === noSource ? null : value, reading.lastSeq)})`
    }),
    converted === undefined ? null : sql`id ${converted ? empty : sql`not`} in (${converting})`,
    bots === 'true' ? null : sql`id ${bots === 'only' ? empty : sql`not`} in (${robots})`,
  ].filter(condition => condition !== null)
  const found = await reading.rows<PageEnd & { id: string }>(sql`
    select id, seq, position from (
      select id, seq from (${begun}) where ${join(conditions, ' and ')} order by seq desc limit ${limit + 1}
    ) join events using (seq) order by seq desc`)
  const shown = found.slice(0, limit)
  const ids = shown.map(({ id }) => id)
  const known = await shownVisits(reading, ids)
  const visits = ids.map(id => known.get(id) as VisitRow)
  return { visits, next: found.length > limit ? pageEndOf(shown.at(-1)) : null }
}

/** Asked for by its path, it is that page on any host and with any query; by its whole address, just that one. */
function onPage(page: string): Sql {
  const path = pagePath(page)
  const exactly = path === page ? sql`true` : sql`(data ->> '$.page') = ${page}`
  return sql`select own_visit from events where own_visit is not null and page = ${path} and ${exactly}`
}

/** Of the first event that names another site. Asked for may be a whole address. */
const cameFrom = (referrer: string): Sql => sql`
  select own_visit from events where own_visit is not null and referrer_host is not null group by own_visit
  having arg_min(referrer_host, seq)
    = ${referrerHost(referrer) ?? referrerHost(`https://${referrer}`) ?? referrer.toLowerCase()}`
