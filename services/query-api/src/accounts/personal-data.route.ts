import { Readable } from 'node:stream'
import { failure } from '@tba/events/failure.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import type { FairQueue } from '@tba/runtime/http/limits/fair-queue.ts'
import { sentAs } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { FastifyReply } from 'fastify'
import { type DatabasePool, type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import { ofCustomers, startDownload } from '../admins/exporter.ts'
import { isOpenToCustomer, type Reads } from '../reads/open-session.ts'
import { columnsOf, type OwnData, rowOf } from '../reads/own-data.ts'
import { paginate } from '../reads/paginate.ts'
import {
  activityAfter,
  analyticsAfter,
  type Owner,
  rowsOfPage,
  sessions,
  unlimited,
  visitsAfter,
} from './find-personal-data.ts'
import type { profile } from './profile.reads.ts'

/** Who reads nothing must not hold a place for ever. */
const maxMs = 10 * 60_000

/** Reads one page; each waits its turn at the database. */
type Page = <Row extends { position: string }>(query: QuerySqlToken<z.ZodType<Row>>) => Promise<Row[]>

export type PersonalFile = {
  pool: DatabasePool
  /** For the pages that are read while the answer is sent. */
  inTurn: FairQueue
  /** What each context holds of a customer. */
  own: { profile: typeof profile } & Readonly<Record<string, OwnData>>
}

/**
 * Everything that the read tables know of the caller, to take along. Leads and questionnaires under the same address are left
 * out: registering proves no address, so they may be another person's.
 */
export function personalDataRoute(app: App, needs: Reads & PersonalFile) {
  const { one, onRequest, own } = needs
  const { parts, row, file } = heldParts(own)
  const schema = {
    tags: ['accounts'],
    summary: 'Tutto ciò che si sa del cliente, da portare via',
    response: { 200: sentAs({ 'application/json': file }), 429: failure },
  }

  app.get('/api/user/data', { schema, onRequest }, async (request, reply) => {
    const customer = customerOf(request)
    const found = await one(sql.prepared('personal-data', row)`
      select ${columnsOf(parts, customer.sub)}
      from read.sessions s
      where ${isOpenToCustomer(customer)}`)
    if (!found.profile) throw unauthorized()
    await startDownload(customer, reply, ofCustomers)
    const ending = setTimeout(() => reply.raw.destroy(), maxMs)
    reply.raw.once('close', () => clearTimeout(ending))
    const sent = { name: 'dati_personali', owner: customer, caller: customer.sub, found }
    return sendPersonalFile(needs, reply, sent)
  })
}

/** The customer’s data: the parts, the row with all of them, and the whole file, which has the unlimited lists too. */
export function heldParts({ profile, ...others }: PersonalFile['own']) {
  const parts = { profile, sessions, ...others }
  const row = rowOf(parts).extend({ profile: profile.view.nullable() })
  const file = row.extend({ exportedAt: z.iso.datetime(), profile: profile.view, ...unlimited })
  return { parts, row, file }
}

/**
 * Sends all that the read tables know of a customer, as JSON. @param found the parts, as they were read
 * @param caller takes turns at the database for the rest
 */
export function sendPersonalFile(
  { pool, inTurn }: PersonalFile,
  reply: FastifyReply,
  { name, owner, caller, found }: { name: string; owner: Owner; caller: string; found: object },
): FastifyReply {
  const exportedAt = new Date()
  const page: Page = query => inTurn(caller, async () => [...(await pool.any(query))])
  return reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}_${romeDay(exportedAt)}.json"`)
    .send(Readable.from(text(page, owner, { exportedAt, ...found }), { objectMode: false }))
}

/** Activity and tracked events can be many, so they come last, page by page. */
async function* text(page: Page, owner: Owner, found: object): AsyncGenerator<string> {
  yield `${JSON.stringify(found).slice(0, -1)},"activity":[`
  yield* listed(after => page(activityAfter(owner, after)))
  yield '],"visits":['
  yield* listed(after => page(visitsAfter(owner, after)))
  yield '],"analytics":['
  yield* listed(after => page(analyticsAfter(owner, after)))
  yield ']}'
}

async function* listed(pageAfter: (after: string) => Promise<{ position: string }[]>) {
  let separator = ''
  for await (const rows of paginate(pageAfter, ({ position }) => position, rowsOfPage)) {
    yield separator + rows.map(({ position: _, ...row }) => JSON.stringify(row)).join(',')
    separator = ','
  }
}
