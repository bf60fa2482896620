import { agentOf } from '@tba/runtime/visits/agent.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { cursorOf, keyIn } from '../keyset.ts'
import { allOf } from '../people/list.ts'
import { type FoundVisit, foundColumns, foundVisit, hostOf } from './found-visit.ts'
import { hostIn } from './host-in.ts'
import { sawPage } from './pages.ts'
import type { VisitsQuery } from './querystring.ts'
import { nextSize } from './slice-size.ts'

/** So long a page looks on while it is not full. Then it comes as it is, with where to go on. */
const searchForMs = 100

const place = z.object({ firstAt: z.string(), id: z.string() })
type Place = z.infer<typeof place>
const sliceRow = z.object({ found: z.array(foundVisit), end: place.nullable(), isWhole: z.boolean() })
const cursorKey = z.tuple([z.iso.datetime(), z.string()])

/** A page of visits, newest first: a walk down the order in which they began, which only the time is an index of. */
export async function findVisits(
  pool: DatabasePool,
  query: VisitsQuery,
): Promise<{ found: FoundVisit[]; next: string | null }> {
  const { limit } = query
  const key = keyIn(query.cursor, cursorKey)
  const found: FoundVisit[] = []
  const startedAt = performance.now()
  let after = key && { firstAt: key[0], id: key[1] }
  let size = limit + 1
  for (let nowMs = startedAt; ; ) {
    const slice = await pool.one(sliceOf(query, { after, size }))
    for (const visit of slice.found) {
      if (!isWanted(visit, query)) continue
      if (found.length === limit) return { found, next: cursorAt(found.at(-1) ?? null) }
      found.push(visit)
    }
    after = slice.end
    if (slice.isWhole) return { found, next: null }
    const tookMs = performance.now() - nowMs
    nowMs += tookMs
    size = nextSize({ size, tookMs, leftMs: startedAt + searchForMs - nowMs })
    if (size === 0) return { found, next: cursorAt(after) }
  }
}

const cursorAt = (place: Place | null) => (place ? cursorOf([place.firstAt, place.id]) : null)

const sliceOf = (query: VisitsQuery, { after, size }: { after: Place | null; size: number }) =>
  sql.type(sliceRow)`
    with slice as materialized (
      select v.* from read.visits v where ${allOf(between(query, after))}
      order by v."firstAt" desc, v."sessionId" desc limit ${size}
    ), wanted as (
      select ${foundColumns()} from slice v
      where ${allOf(conditionsOf(query))} order by v."firstAt" desc, v."sessionId" desc
    )
    select (select coalesce(json_agg(w), '[]') from wanted w) as found, (select count(*) < ${size} from slice) as "isWhole",
      (select to_jsonb(w) from (
        select ${isoUtcFirst}, "sessionId" as id from slice v order by v."firstAt", v."sessionId" limit 1) w) as "end"`

const isoUtcFirst = sql.fragment`
  to_char("firstAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstAt"`

function between({ from, to }: VisitsQuery, after: Place | null): FragmentSqlToken[] {
  const iso = (at: number) => sql.fragment`${new Date(at).toISOString()}::timestamptz`
  return [
    sql.fragment`true`,
    ...(from === undefined ? [] : [sql.fragment`v."firstAt" >= ${iso(from)}`]),
    ...(to === undefined ? [] : [sql.fragment`v."firstAt" < ${iso(to)}`]),
    ...(after === null
      ? []
      : [sql.fragment`(v."firstAt", v."sessionId") < (${after.firstAt}::timestamptz, ${after.id})`]),
  ]
}

/** What PostgreSQL can tell, of which the referrer's host lets through some more. */
function conditionsOf({ converted, referrer, page }: VisitsQuery): FragmentSqlToken[] {
  const isConverted = sql.fragment`coalesce(v."leadAt", v."questionnaireAt", v."registeredAt") is not null`
  return [
    sql.fragment`true`,
    ...(converted === undefined ? [] : [converted ? isConverted : sql.fragment`not (${isConverted})`]),
    ...(referrer === undefined
      ? []
      : [sql.fragment`strpos(lower(coalesce(v.referrer, v."laterReferrer")), ${hostIn(referrer)}) > 0`]),
    ...(page === undefined ? [] : [sawPage(page)]),
  ]
}

function isWanted(visit: FoundVisit, { device, bots, referrer }: VisitsQuery): boolean {
  const agent = agentOf(visit.userAgent)
  if (device !== undefined && agent.device !== device) return false
  if (bots !== 'true' && (agent.robot !== null) !== (bots === 'only')) return false
  return referrer === undefined || hostOf(visit) === hostIn(referrer)
}
