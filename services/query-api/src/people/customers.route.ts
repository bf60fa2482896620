import { customerList, customerRow, setupState } from '@tba/events/people/views.ts'
import { plan } from '@tba/events/setup/plans.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { isoUtc, jsonList } from '../column.ts'
import type { Deps, Reads } from '../deps.ts'
import { pageOf } from '../keyset.ts'
import { isOpenToAdmin } from '../open-session.ts'
import { allOf, filter, listed, sought } from './list.ts'
import { recordListed } from './record-person.ts'
import { assertMaySearch, shownTo } from './shown-to.ts'

const querystring = z.strictObject({
  ...listed,
  plan: filter(z.enum(plan.options, 'Piano non valido')),
  state: filter(z.enum(setupState.options, 'Stato non valido').describe(setupState.description ?? '')),
})
type Query = z.output<typeof querystring>

const answer = z.object({ rows: z.array(customerRow.extend({ position: z.string() })) })

/** Who is registered, newest first; whoever was erased is not among them. That somebody looked is recorded first. */
export function customersRoute(app: App, { one, log, onRequest }: Reads & Pick<Deps, 'log'>) {
  const schema = {
    tags: ['people'],
    summary: 'I clienti, dal più recente: per parole, piano e stato',
    querystring,
    response: { 200: customerList },
  }

  // A HEAD request would be recorded as a look.
  const options = { schema, onRequest, exposeHeadRoute: false }

  app.get('/api/admin/customers', options, async request => {
    const { limit } = request.query
    assertMaySearch(request, request.query)
    const found = await one(sql.type(answer)`
      select ${jsonList(sql.fragment`
        select "accountId" as id, "userId", coalesce("firstName", '') as "firstName",
          coalesce("lastName", '') as "lastName", email, plan, state, bots, ${isoUtc('createdAt')}, position
        from read.customers
        where ${allOf(conditionsOf(request.query))}
        order by position desc limit ${limit + 1}`)} as rows
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    await recordListed(log, request, { list: 'customers', cursor: request.query.cursor })
    const { rows, next } = pageOf(found.rows, limit, ({ position }) => [position])
    return { customers: shownTo(request, rows).map(({ position: _, ...row }) => row), next }
  })
}

function conditionsOf(query: Query) {
  return [sql.fragment`email is not null`, ...sought(query), ...filtersOf(query)]
}

/** The two together are one value, by an index of its own. */
function filtersOf({ plan, state }: Query) {
  if (plan && state) return [sql.fragment`state || '/' || plan = ${`${state}/${plan}`}`]
  if (plan) return [sql.fragment`plan = ${plan}`]
  return state ? [sql.fragment`state = ${state}`] : []
}
