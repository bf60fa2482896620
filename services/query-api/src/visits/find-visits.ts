import { pagePath } from '@tba/events/tracking/page.ts'
import type { VisitRow } from '@tba/events/visits/views.ts'
import { referrerHost } from '@tba/runtime/visits/referrer.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { behindOf, type Place, placeOf } from '../history/find-events.ts'
import { conversions, shownVisits } from './find-visit.ts'

type Asked = {
  from?: number | undefined
  to?: number | undefined
  page?: string | undefined
  referrer?: string | undefined
  device?: string | undefined
  converted?: boolean | undefined
  bots: 'true' | 'false' | 'only'
  limit: number
  after: Place | null
}

/** An event by which a visit may have begun. */
type Start = { id: string; seq: number; position: string }

/** A page of visits, newest first: by the number of the event that began each. */
export async function findVisits(
  reading: Reading,
  { after, limit, ...asked }: Asked,
): Promise<{ visits: VisitRow[]; next: Place | null }> {
  const visits: VisitRow[] = []
  let last: Place | null = null
  let from = after
  for (;;) {
    const starts = await startsBehind(reading, { ...asked, after: from, limit: limit + 1 })
    const known = await shownVisits(reading, [...new Set(starts.map(({ id }) => id))])
    for (const start of starts) {
      const found = known.get(start.id)
      // A later event of its: one that would have begun it, had nothing come before.
      if (!found || found.first !== start.seq || !isWanted(found.visit, asked)) continue
      if (visits.length === limit) return { visits, next: last }
      const { userAgent: _, ...visit } = found.visit
      visits.push(visit)
      last = placeOf(start)
    }
    if (starts.length <= limit) return { visits, next: null }
    from = placeOf(starts.at(-1))
  }
}

/** What `startsBehind` lets through where another event than VisitStarted began the visit. */
const isWanted = ({ robot, outcome }: VisitRow, { bots, converted }: Pick<Asked, 'bots' | 'converted'>) =>
  (bots !== 'false' || robot === null) && (converted !== false || outcome === null)

/**
 * A tracked visit begins with VisitStarted or, where consent was asked for first, with revision 0; one of which nothing was
 * tracked, with what it came to.
 */
async function startsBehind(reading: Reading, { after, limit, ...asked }: Asked): Promise<Start[]> {
  const { from, to, page, referrer, device, converted, bots } = asked
  const visit = sql`coalesce(own_visit, tied_visit)`
  const among = (its: Sql) => sql`${visit} in (${its})`
  const started = (condition: Sql) =>
    among(
      sql`select own_visit from events where type = 'VisitStarted' and own_visit is not null and ${condition}`,
    )
  const conditions = [
    sql`(own_visit is not null and (type = 'VisitStarted' or revision = 0)
      or tied_visit is not null and type in ${conversions})`,
    after === null ? null : await behindOf(reading, after, 'desc'),
    from === undefined ? null : sql`recorded_ms >= ${BigInt(from)}`,
    to === undefined ? null : sql`recorded_ms < ${BigInt(to)}`,
    page === undefined ? null : among(onPage(page)),
    referrer === undefined ? null : among(cameFrom(referrer)),
    device === undefined ? null : started(sql`device = ${device}`),
    converted
      ? among(sql`select tied_visit from events where type in ${conversions} and tied_visit is not null`)
      : null,
    bots === 'only' ? started(sql`robot is not null`) : null,
    // What is left of them is looked at one by one.
    bots === 'false' ? sql`robot is null` : null,
    converted === false ? sql`type not in ${conversions}` : null,
  ].filter(condition => condition !== null)
  return reading.rows<Start>(sql`
    select ${visit} as id, seq, position from events where ${join(conditions, ' and ')}
    order by seq desc limit ${limit}`)
}

/** Asked for by its path, it is that page on any host and with any query; by its whole address, just that one. */
function onPage(page: string): Sql {
  const path = pagePath(page)
  const exactly = path === page ? sql`true` : sql`(data ->> '$.page') = ${page}`
  return sql`select own_visit from events where own_visit is not null and page = ${path} and ${exactly}`
}

/** Where its start names no referrer, the first event that does. Asked for may be a whole address. */
const cameFrom = (referrer: string): Sql => sql`
  select own_visit from (
    select own_visit, arg_min(host, rank) as host from (
      select own_visit, referrer_host as host, 0 as rank from events
      where type = 'VisitStarted' and own_visit is not null and referrer_host is not null
      union all
      select own_visit, ${hostOf(sql`data ->> '$.referrer'`)}, seq from events
      where type = 'InteractionTracked' and own_visit is not null and contains(data, '"referrer":'))
    group by own_visit)
  where host = ${referrerHost(referrer) ?? referrerHost(`https://${referrer}`) ?? referrer.toLowerCase()}`

/** As `referrerHost` does. */
const hostOf = (address: Sql): Sql =>
  sql`nullif(regexp_replace(lower(regexp_extract(${address}, '^https?://(?:[^/?#@]*@)?([^/?#:]*)', 1)), '^www\\.|\\.$', '', 'g'), '')`
