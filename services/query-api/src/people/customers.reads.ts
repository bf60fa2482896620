import { customerList, setupState } from '@tba/events/people/views.ts'
import { plan } from '@tba/events/setup/plans.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type ConsoleList, filter } from '../console/console-list.ts'
import { isoUtc } from '../reads/column.ts'

const filters = z.object({
  plan: filter(z.enum(plan.options, 'Piano non valido')),
  state: filter(z.enum(setupState.options, 'Stato non valido').describe(setupState.description ?? '')),
})

/** Without erased customers. */
export const customers = {
  url: '/api/admin/customers',
  tag: 'people',
  summary: 'I clienti, dal più recente, per nome, email, telefono, numero, piano e stato',
  projection: 'customers',
  name: 'customers',
  view: customerList,
  columns: sql.fragment`
    "accountId" as id, "userId", coalesce("firstName", '') as "firstName", coalesce("lastName", '') as "lastName", email,
    plan, state, bots, ${isoUtc('createdAt')}`,
  table: sql.fragment`read.customers`,
  isSearched: true,
  filters: filters.shape,
  conditions(query) {
    const { plan, state } = filters.parse(query)
    const isThere = sql.fragment`email is not null`
    // Both together are one value with its own index.
    if (plan && state) return [isThere, sql.fragment`state || '/' || plan = ${`${state}/${plan}`}`]
    if (plan) return [isThere, sql.fragment`plan = ${plan}`]
    return state ? [isThere, sql.fragment`state = ${state}`] : [isThere]
  },
} as const satisfies ConsoleList
