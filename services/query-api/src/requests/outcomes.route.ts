import { failure } from '@tba/events/failure.ts'
import { moment } from '@tba/events/moment.ts'
import { emptyPeriod, isPeriod } from '@tba/events/period.ts'
import { outcomesBy, requestOutcomes } from '@tba/events/requests/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { readLinks } from '@tba/runtime/postgres/person-links.ts'
import type { FastifyRequest } from 'fastify'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Copy } from '../analytics/copy/copy.ts'
import { jsonList } from '../reads/column.ts'
import { assertOpenSession, type Reads } from '../reads/open-session.ts'
import { reached, visitedRows, workedRows } from './request-rows.ts'

const values: Record<z.infer<typeof outcomesBy>, FragmentSqlToken> = {
  week: sql.fragment`to_char(date_trunc('week', "submittedAt" at time zone 'Europe/Rome'), 'YYYY-MM-DD')`,
  source: sql.fragment`visited.source`,
  owner: sql.fragment`owner::text`,
  plan: sql.fragment`plan`,
}

type Asked = { from: string; to: string; by: z.infer<typeof outcomesBy> }
type Needs = { pool: Pick<DatabasePool, 'any' | 'one'>; copy: Copy }

/** What became of the requests of a period. The source is that of the visit, as long as the visit is kept. */
export async function findOutcomes({ pool, copy }: Needs, { from, to, by }: Asked, request?: FastifyRequest) {
  const visited =
    by === 'source'
      ? sql.fragment`left join ${await visitedRows(copy, request)} on visited.id = "visitId"`
      : sql.fragment``
  const rows = workedRows(await readLinks(pool))
  const isSent = sql.fragment`"submittedAt" >= ${from}::timestamptz and "submittedAt" < ${to}::timestamptz`
  return pool.one(sql.type(requestOutcomes)`
    select ${jsonList(sql.fragment`
      select ${values[by]} as value, count(*)::int as requests,
        (count(*) filter (where ${reached.contacted}))::int as "contactedInADay",
        (count(*) filter (where ${reached.registered}))::int as registered,
        (count(*) filter (where ${reached.activated}))::int as activated,
        round((percentile_cont(0.5) within group (
          order by extract(epoch from "activatedAt" - "submittedAt")::float8 / 3600))::numeric, 1) as "medianHours"
      from ${rows} ${visited} where ${isSent} group by value order by value nulls last`)} as rows,
      count(distinct "personId")::int as persons,
      (count(distinct "personId") filter (where "visitId" is not null))::int as tied
    from ${rows} where ${isSent}`)
}

export function requestOutcomesRoute(app: App, { pool, copy, onRequest }: Reads & { copy: Copy }) {
  const schema = {
    tags: ['requests'],
    summary: 'Che cosa è seguito alle richieste di un periodo',
    querystring: z
      .strictObject({
        from: moment('Data di inizio non valida'),
        to: moment('Data di fine non valida'),
        by: outcomesBy,
      })
      .refine(isPeriod, emptyPeriod),
    response: { 200: requestOutcomes, 503: failure },
  }
  app.get('/api/admin/requests/outcomes', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    return findOutcomes({ pool, copy }, request.query, request)
  })
}
