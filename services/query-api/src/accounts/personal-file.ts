import { Readable } from 'node:stream'
import { romeDay } from '@tba/events/rome-day.ts'
import type { FairQueue } from '@tba/runtime/http/limits/fair-queue.ts'
import type { FastifyReply } from 'fastify'
import type { DatabasePool, QuerySqlToken } from 'slonik'
import { z } from 'zod'
import { type OwnData, rowOf } from '../reads/own-data.ts'
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

export type PersonalFile = {
  pool: DatabasePool
  /** For the pages that are read while the answer is sent. */
  inTurn: FairQueue
  /** What each context holds of a customer. */
  own: { profile: typeof profile } & Readonly<Record<string, OwnData>>
}

/** The customer’s data: the parts, the row with all of them, and the whole file, which has the unlimited lists too. */
export function heldParts({ profile, ...others }: PersonalFile['own']) {
  const parts = { profile, sessions, ...others }
  const row = rowOf(parts).extend({ profile: profile.view.nullable() })
  const file = row.extend({ exportedAt: z.iso.datetime(), profile: profile.view, ...unlimited })
  return { parts, row, file }
}

/** Reads one page; each waits its turn at the database. */
export type Page = <Row>(query: QuerySqlToken<z.ZodType<Row>>) => Promise<Row[]>

export const pagesOf =
  ({ pool, inTurn }: PersonalFile, caller: string): Page =>
  query =>
    inTurn(caller, async () => [...(await pool.any(query))])

/** Lists that may be long, each by its rows after a position. */
export type Lists = Readonly<Record<string, (page: Page, after: string) => Promise<{ position: string }[]>>>

export const listsOf = (owner: Owner): Lists => ({
  activity: (page, after) => page(activityAfter(owner, after)),
  visits: (page, after) => page(visitsAfter(owner, after)),
  analytics: (page, after) => page(analyticsAfter(owner, after)),
})

/** How a file says what is held: an object, then its lists, row by row. */
export type Form = {
  type: string
  extension: string
  begin(found: Record<string, unknown>): string
  list(name: string): string
  row(row: object, isFirst: boolean): string
  listEnd: string
  end: string
}

export const json: Form = {
  type: 'application/json',
  extension: 'json',
  begin: found => JSON.stringify(found).slice(0, -1),
  list: name => `,${JSON.stringify(name)}:[`,
  row: (row, isFirst) => `${isFirst ? '' : ','}${JSON.stringify(row)}`,
  listEnd: ']',
  end: '}',
}

export type Held = { found: Record<string, unknown>; lists: Lists }

/** The lists can be long, so they come last, page by page. */
export async function* textOf(page: Page, form: Form, { found, lists }: Held): AsyncGenerator<string> {
  yield form.begin(found)
  for (const [name, rowsAfter] of Object.entries(lists)) {
    yield form.list(name)
    let isFirst = true
    const pageAfter = (after: string) => rowsAfter(page, after)
    for await (const rows of paginate(pageAfter, ({ position }) => position, rowsOfPage)) {
      yield rows.map(({ position: _, ...row }, at) => form.row(row, isFirst && at === 0)).join('')
      isFirst = false
    }
    yield form.listEnd
  }
  yield form.end
}

/** What is held, as JSON. */
export function sendHeld(reply: FastifyReply, page: Page, { name, found, lists }: Held & { name: string }) {
  const exportedAt = new Date()
  const text = textOf(page, json, { found: { exportedAt, ...found }, lists })
  return sendFile(reply, { name, form: json, exportedAt, text })
}

type Sent = { name: string; form: Form; exportedAt: Date; text: AsyncIterable<string> }

export const sendFile = (reply: FastifyReply, { name, form, exportedAt, text }: Sent): FastifyReply =>
  reply
    .type(`${form.type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}_${romeDay(exportedAt)}.${form.extension}"`)
    .send(Readable.from(text, { objectMode: false }))
