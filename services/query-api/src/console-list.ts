import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { jsonList } from './column.ts'
import type { Deps, Reads } from './deps.ts'
import { pageOf } from './keyset.ts'
import { isOpenToAdmin } from './open-session.ts'
import { listed, sought } from './people/list.ts'
import { recordListed } from './people/record-person.ts'
import { assertMaySearch, shownTo } from './people/shown-to.ts'

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
  /** It has the column `position`; where it is searched by words, `search` too. */
  table: FragmentSqlToken
  isSearched?: true
  /** It is about nobody: no look at it is recorded, and an analyst sees all of it. */
  isOfNobody?: true
  /** What it takes beside words, a cursor and a limit; `conditions` are what a row has to be besides. */
  filters?: z.ZodRawShape
  conditions?(query: object): readonly FragmentSqlToken[]
}

const { q: _, ...unsearched } = listed
const answer = z.object({ rows: z.array(z.looseObject({ position: z.string() })) })

/**
 * For whoever is signed in to the console. An analyst gets a mask in the place of what is personal. That somebody looked at it
 * in clear is recorded first.
 */
export function consoleListRoute(
  app: App,
  { one, log, onRequest }: Reads & Pick<Deps, 'log'>,
  list: ConsoleList,
) {
  const { url, tag, summary, name, view, columns, table, isSearched, isOfNobody, filters } = list
  const querystring: z.ZodType<z.output<z.ZodObject<typeof listed>>> = z.strictObject({
    ...(isSearched ? listed : unsearched),
    ...filters,
  })
  const schema = { tags: [tag], summary, querystring, response: { 200: view } }
  // A HEAD request would be recorded as a look.
  const options = { schema, onRequest, exposeHeadRoute: isOfNobody ?? false }
  app.get(url, options, async request => {
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
    const shown = rows.map(({ position: _, ...row }) => row)
    if (isOfNobody) return { [name]: shown, next }
    await recordListed(log, request, { list: url.slice('/api/admin/'.length), cursor })
    return { [name]: shownTo(request, shown), next }
  })
}
