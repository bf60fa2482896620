import { withAsciiDomain } from '@tba/events/contact/email-address.ts'
import { plainPhone } from '@tba/events/people/phone.ts'
import {
  phoneLike,
  phoneReadings,
  withoutApostrophes,
  withoutPhoneLinks,
  wordsOf,
} from '@tba/events/people/words.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { jsonList } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'
import { keyset, olderThan, pageOf } from './keyset.ts'
import { assertMaySearch, maskFor } from './mask-for.ts'
import { recordListed } from './record-person.ts'

type Needs = Reads & { log: EventLog }

/** A table whose rows the console lists, newest first. */
export type ConsoleList = {
  url: `/api/admin/${string}`
  tag: string
  summary: string
  projection: string
  /** Of the rows, in the answer. */
  name: string
  /** A page: the rows, and as `next` the cursor of the page behind it. */
  view: z.ZodType
  columns: FragmentSqlToken
  /** It has the column `position`, and `search` if it is searched by words. */
  table: FragmentSqlToken
  isSearched?: true
  /** It contains no persons: looks are not recorded, and an analyst sees everything. */
  isOfNobody?: true
  /** Filters besides words, cursor and limit; `conditions` are their SQL. */
  filters?: z.ZodRawShape
  conditions?(query: object): readonly FragmentSqlToken[]
  /** A row in the answer; left out: as it was read. */
  shown?(row: Record<string, unknown>): object
}

/** A filter of a list; an empty one is none. */
export const filter = <Values extends z.ZodType>(values: Values) =>
  z.preprocess(value => (value === '' ? undefined : value), values.optional()).optional()

/** What lists of people take: words of a name or an address, a cursor, a limit. */
export const listed = {
  ...keyset,
  cursor: filter(keyset.cursor.unwrap()),
  q: z.string('Ricerca non valida').max(200, 'Al massimo 200 caratteri').optional(),
}

const { q: _, ...unsearched } = listed
const answer = z.object({ rows: z.array(z.looseObject({ position: z.string() })) })

/**
 * For every console account. An analyst gets a mask instead of personal texts. A look at unmasked texts is recorded
 * first.
 */
export function consoleListRoute(app: App, { one, log, onRequest }: Needs, list: ConsoleList) {
  const { url, tag, summary, name, view, columns, table, isSearched, isOfNobody, filters } = list
  const querystring: z.ZodType<z.output<z.ZodObject<typeof listed>>> = z.strictObject({
    ...(isSearched ? listed : unsearched),
    ...filters,
  })
  const schema = { tags: [tag], summary, querystring, response: { 200: view } }
  app.get(url, { schema, onRequest }, async request => {
    const { limit, cursor } = request.query
    assertMaySearch(request, request.query)
    const conditions = [...sought(request.query), ...(list.conditions?.(request.query) ?? [])]
    const found = await one(sql.type(answer)`
      select ${jsonList(sql.fragment`
        select ${columns}, position from ${table}
        where ${sql.join(conditions, sql.fragment` and `)}
        order by position desc limit ${limit + 1}`)} as rows
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    const { rows, next } = pageOf(found.rows, limit, ({ position }) => [position])
    const shown = rows.map(({ position: _, ...row }) => list.shown?.(row) ?? row)
    if (isOfNobody) return { [name]: shown, next }
    await recordListed(log, request, { list: url.slice('/api/admin/'.length), cursor })
    return { [name]: maskFor(request, shown), next }
  })
}

/**
 * The rows after a cursor that contain all these words, or words that begin with them. The caller sorts newest first.
 */
function sought({ q, cursor }: { q?: string | undefined; cursor?: string | undefined }) {
  const words = hasWords(q)
  return [olderThan(cursor), ...(words ? [words] : [])]
}

/** The condition on the column `search`; null: nothing is searched. */
export function hasWords(q: string | undefined): FragmentSqlToken | null {
  const text = q?.trim()
  if (!text) return null
  const query = tsqueryOf(withoutPhoneLinks(plainPhone(withAsciiDomain(text))))
  // The search has no letter and no digit, so it matches nobody.
  return query === '' ? sql.fragment`false` : sql.fragment`search @@ ${query}::tsquery`
}

/** A phone number counts as one word, however it is spelled. A word with an apostrophe may be one or two. */
function tsqueryOf(text: string): string {
  const phones: string[] = []
  const rest = text.replace(phoneLike, typed => {
    const readings = phoneReadings(typed)
    if (readings.length === 0) return typed
    phones.push(`(${readings.map(digits => `'+${digits}':* | '${digits}':*`).join(' | ')})`)
    return ' '
  })
  const readings = [rest, withoutApostrophes(rest)].map(words =>
    [...wordsOf(words).map(lexeme), ...phones].join(' & '),
  )
  return [...new Set(readings)].filter(Boolean).join(' | ')
}

/** Only letters and digits, so that nothing can close the quotes. A whole number may also be a customer’s number. */
const lexeme = (word: string): string => (/^\d+$/.test(word) ? `('#${word}' | '${word}':*)` : `'${word}':*`)
