import { streams } from '@tba/events/streams.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Counted, FoundVisit } from './found-visit.ts'
import { pagesOf } from './pages.ts'

/** As many as a visit may have of its own. */
export const mostEvents = 2_000

const counted = z.object({
  ...{ id: z.string(), events: z.int(), pages: z.array(z.string()) },
  namedAt: z.string().nullable(),
})

/** How many events are in a visit's own stream or name it, by the key of the stream. */
export const eventsOf = (stream: FragmentSqlToken) => sql.fragment`(
  (select count(*) from (select from read.history_events e where e.stream = ${stream} limit ${mostEvents}) own)
  + (select count(*) from (select from read.history_marks m where m.carrier = ${stream} limit ${mostEvents}) named)
  )::int`

/** When the last event of other streams that names a visit was recorded. */
export const namedAtOf = (stream: FragmentSqlToken) => sql.fragment`(
  select to_char(max(e."recordedAt") at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from (select m.position from read.history_marks m where m.carrier = ${stream} limit ${mostEvents}) named
  join read.history_events e on e.position = named.position)`

/** What the rows of a page of visits tell of their events: a few rows each, by their indexes. */
export async function countVisits(
  pool: DatabasePool,
  visits: readonly Pick<FoundVisit, 'id'>[],
): Promise<(visit: Pick<FoundVisit, 'id'>) => Counted> {
  const ids = visits.map(({ id }) => id)
  const streamKeys = ids.map(id => nameKey(streams.visit(id)))
  const rows = await pool.any(sql.type(counted)`
    select v."sessionId" as id, ${pagesOf} as pages, ${eventsOf(sql.fragment`v.stream`)} as events,
      ${namedAtOf(sql.fragment`v.stream`)} as "namedAt"
    from unnest(${sql.array(ids, 'text')}, ${sql.array(streamKeys, 'int8')}) v ("sessionId", stream)`)
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
  return ({ id }) => byId.get(id) ?? { events: 0, pages: [], namedAt: null }
}
