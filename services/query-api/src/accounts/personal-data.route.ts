import { Readable } from 'node:stream'
import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import type { FairQueue } from '@tba/runtime/http/fair-queue.ts'
import { type CustomerClaims, customerOf } from '@tba/runtime/http/session.ts'
import type { QuerySqlToken } from 'slonik'
import { z } from 'zod'
import type { Reads } from '../deps.ts'
import { paginate } from '../paginate.ts'
import { activityAfter, analyticsAfter, findPersonalData } from './find-personal-data.ts'

/**
 * Everything that the read tables know of the caller, to take along.
 * @param inTurn for the pages that are read while the answer is sent
 */
export function personalDataRoute(app: App, { pool, onRequest }: Reads, inTurn: FairQueue) {
  const schema = {
    tags: ['accounts'],
    summary: 'Tutto ciò che si sa del cliente, da portare via',
    response: { 200: z.instanceof(Readable), 401: failure },
  }

  app.get('/api/user/data', { schema, onRequest, exposeHeadRoute: false }, async (request, reply) => {
    const customer = customerOf(request)
    const found = await findPersonalData(pool, customer)
    if (!found) throw unauthorized()
    const exportedAt = new Date()
    const page: Page = query => inTurn(customer.sub, async () => [...(await pool.any(query))])
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="dati_personali_${romeDay(exportedAt)}.json"`)
      .send(Readable.from(text(page, customer, { exportedAt, ...found }), { objectMode: false }))
  })
}

type Found = NonNullable<Awaited<ReturnType<typeof findPersonalData>>> & { exportedAt: Date }
type Page = <Row extends { position: string }>(query: QuerySqlToken<z.ZodType<Row>>) => Promise<Row[]>

/** What was done and what was tracked can be much, so that it comes last, page by page. */
async function* text(page: Page, customer: CustomerClaims, found: Found): AsyncGenerator<string> {
  yield `${JSON.stringify(found).slice(0, -1)},"activity":[`
  yield* listed(after => page(activityAfter(customer, after)))
  yield '],"analytics":['
  yield* listed(after => page(analyticsAfter(customer, after)))
  yield ']}'
}

async function* listed(pageAfter: (after: string) => Promise<{ position: string }[]>) {
  let separator = ''
  for await (const rows of paginate(pageAfter, ({ position }) => position)) {
    yield separator + rows.map(({ position: _, ...row }) => JSON.stringify(row)).join(',')
    separator = ','
  }
}
