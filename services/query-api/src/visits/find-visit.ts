import { streams } from '@tba/events/streams.ts'
import type { VisitDetail } from '@tba/events/visits/views.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { isoUtc } from '../column.ts'
import { eventsOf, namedAtOf } from './count-visits.ts'
import { foundColumns, foundVisit, shownVisit } from './found-visit.ts'
import { pagesOf } from './pages.ts'

const row = foundVisit.extend({
  ...{ events: z.int(), pages: z.array(z.string()), namedAt: z.string().nullable() },
  accounts: z.array(z.uuid()),
})

/** Null: nothing was tracked of it, or it has expired. */
export async function findVisit(pool: DatabasePool, id: string): Promise<VisitDetail['visit'] | null> {
  const stream = sql.fragment`${nameKey(streams.visit(id))}::bigint`
  const found = await pool.maybeOne(sql.prepared('visit', row)`
    select ${foundColumns()}, ${eventsOf(stream)} as events, ${namedAtOf(stream)} as "namedAt", ${pagesOf} as pages,
      array(${tiedAccounts(id)}) as accounts
    from read.visits v where v."sessionId" = ${id}`)
  if (!found) return null
  const { userAgent, accounts } = found
  return { ...shownVisit(found, found), userAgent, accounts }
}

const named = z.object({ events: z.int(), firstAt: z.string().nullable(), lastAt: z.string().nullable() })

/** Of what only names its visit, nothing was tracked: all that is known is what the events say, on whatever page they are. */
export async function visitNamedBy(pool: DatabasePool, id: string): Promise<VisitDetail['visit'] | null> {
  const stream = nameKey(streams.visit(id))
  const { events, firstAt, lastAt } = await pool.one(sql.type(named)`
    select ${eventsOf(sql.fragment`${stream}::bigint`)} as events, ${isoUtc('firstAt')}, ${isoUtc('lastAt')} from (
      select min(at) as "firstAt", max(at) as "lastAt" from (
        select e."recordedAt" as at from read.history_events e where e.stream = ${stream}
        union all
        select e."recordedAt" from read.history_marks m join read.history_events e on e.position = m.position
        where m.carrier = ${stream}) its) times`)
  if (!firstAt || !lastAt) return null
  const unknown = { pages: [], device: null, referrer: null, outcome: null, robot: null, userAgent: null }
  // Only with consent does an event name its visit.
  return { id, firstAt, lastAt, events, consent: 'all', accounts: [], ...unknown }
}

/** Of those who acted in visit `v`, or whose number, which is nobody else's, one of its events carries. */
const tiedAccounts = (id: string) => sql.fragment`
  select "accountId"::text from read.customer_visits where "visitId" = ${id}
  union
  select min(u."accountId"::text) from read.users u
  where u.id in (
    select a."userId" from read.analytics_events a where a."sessionId" = v."sessionId" and a."userId" is not null)
  group by u.id having count(*) = 1
  order by 1`
