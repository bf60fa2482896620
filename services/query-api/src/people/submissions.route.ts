import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { jsonList } from '../column.ts'
import type { Deps, Reads } from '../deps.ts'
import { pageOf } from '../keyset.ts'
import { isOpenToAdmin } from '../open-session.ts'
import { allOf, listed, sought } from './list.ts'
import { recordListed } from './record-person.ts'
import { assertMaySearch, shownTo } from './shown-to.ts'
import type { Submissions } from './submissions.ts'

type Needs = Reads & Pick<Deps, 'log'>

const querystring = z.strictObject(listed)
const answer = z.object({ rows: z.array(z.looseObject({ position: z.string() })) })

/** What was submitted, whole, newest first. That somebody looked is recorded first. */
export function submissionsRoute(app: App, { one, log, onRequest }: Needs, submissions: Submissions) {
  const { name, titles, columns, table } = submissions
  const schema = {
    tags: ['people'],
    summary: `${titles[0]}, dal più recente: cercati per nome, email e telefono`,
    querystring,
    response: { 200: submissions.list },
  }

  // A HEAD request would be recorded as a look.
  const options = { schema, onRequest, exposeHeadRoute: false }

  app.get(`/api/admin/${name}`, options, async request => {
    const { limit } = request.query
    assertMaySearch(request, request.query)
    const found = await one(sql.type(answer)`
      select ${jsonList(sql.fragment`
        select ${columns}, position from ${table}
        where ${allOf(sought(request.query))}
        order by position desc limit ${limit + 1}`)} as rows
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    await recordListed(log, request, { list: name, cursor: request.query.cursor })
    const { rows, next } = pageOf(found.rows, limit, ({ position }) => [position])
    return { [name]: shownTo(request, rows).map(({ position: _, ...row }) => row), next }
  })
}
