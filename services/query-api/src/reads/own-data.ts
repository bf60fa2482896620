import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { isOpenToCustomer, type Reads } from './open-session.ts'

/** A part of the account’s data, as the export of personal data contains it. */
export type Part = {
  view: z.ZodType
  /** As JSON; `accountId` is SQL that names the account. */
  held(accountId: FragmentSqlToken): FragmentSqlToken
}

/** A part that also has its own call, for the customer’s screens. */
export type OwnData = Part & { url: string; tag: string; summary: string; projection: string }

type Parts = Readonly<Record<string, Part>>

/** One SELECT of the caller’s own rows, by their session. An erased person has no rows and no session. */
export function ownDataRoute(app: App, { one, onRequest }: Reads, own: OwnData) {
  const { url, tag, summary, view, held } = own
  const schema = { tags: [tag], summary, response: { 200: view } }
  const row = z.object({ held: view.nullable() })
  app.get(url, { schema, onRequest }, async request => {
    const { held: shown } = await one(sql.prepared(own.projection, row)`
      select ${held(sql.fragment`s."accountId"`)} as held
      from read.sessions s
      where ${isOpenToCustomer(customerOf(request))}`)
    if (shown === null && !view.safeParse(null).success) throw unauthorized()
    return shown
  })
}

/** The row that `columnsOf` selects. */
export function rowOf<P extends Parts>(parts: P) {
  const views = Object.entries(parts).map(([name, { view }]) => [name, view])
  return z.object(Object.fromEntries(views) as { [K in keyof P]: P[K]['view'] })
}

export function columnsOf(parts: Parts, accountId: string): FragmentSqlToken {
  const columns = Object.entries(parts).map(
    ([name, { held }]) => sql.fragment`${held(sql.fragment`${accountId}`)} as ${sql.identifier([name])}`,
  )
  return sql.fragment`${sql.join(columns, sql.fragment`, `)}`
}
