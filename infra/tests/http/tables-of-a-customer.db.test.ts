import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { waitUntil } from '@tba/testing/wait.ts'
import { calls, urlOf } from '../../attack/matrix.ts'
import { password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import { existingKeys } from '../support/traces.ts'
import type { Visitor } from '../support/visitor.ts'

const { product } = await sharedProduct()

type Customer = { visitor: Visitor; accountId: string; userId: number; data: object }

/** These calls leave no rows, or end what other calls need. */
const leavesNothing = (call: string) => /^(GET|DELETE)|\/erasure$/.test(call)

/** A customer after every call that leaves data. */
async function everythingDone(): Promise<Customer> {
  const visitor = await product.customer()
  visitor.cookies.set('consent', 'all')
  const headers = { 'x-visit-id': 'session_di_tutto' }
  for (const [call, { access, body }] of Object.entries(calls)) {
    const [method = ''] = call.split(' ')
    if (access === 'customer' && !leavesNothing(call))
      await visitor.call(method as 'POST', urlOf(call), body?.(), { headers })
  }
  const tracked = { sessionId: 'session_di_tutto', eventName: 'cta', page: '/' }
  expect((await visitor.post('/api/tracking/analytics', tracked)).status).toBe(202)
  const { id } = (await visitor.get('/api/auth/user')).body as { id: number }
  // Tracked events have their own projections, and no answer waits for them.
  const data = await waitUntil(async () => {
    const { body, text } = await visitor.get('/api/user/data')
    return text.includes('cta') && (body as object)
  })
  return { visitor, accountId: await product.newestAccount(), userId: id, data }
}

/** The tables with an owner column, by the database's catalog, with the number of this customer's rows. */
async function rowsOf({ accountId, userId }: Customer): Promise<Map<string, number>> {
  const columns = await product.query(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as table,
      array_agg(quote_ident(column_name)) as columns
    from information_schema.columns
    where column_name ~* '^(account|user|customer)_?id$'
      -- Of what is projected, the views that readers see.
      and table_schema !~ '_v[0-9]+(_b)?$' and table_schema not in ('pg_catalog', 'information_schema')
    group by table_schema, table_name order by 1`)
  const counted = new Map<string, number>()
  for (const { table, columns: named } of columns) {
    const isTheirs = String(named).replace(/[{}]/g, '').split(',')
    const [found] = await product.query(
      `select count(*)::int as rows from ${table}
       where ${isTheirs.map(column => `${column}::text = any($1)`).join(' or ')}`,
      [[accountId, String(userId)]],
    )
    counted.set(String(table), Number(found?.rows))
  }
  return counted
}

const tablesWhere = (rows: Map<string, number>, is: (count: number) => boolean) =>
  [...rows].filter(([, count]) => is(count)).map(([table]) => table)

describe('every table with an owner column', () => {
  test('has a row of a customer with all kinds of data, and none after the erasure', async () => {
    const customer = await everythingDone()
    expect(tablesWhere(await rowsOf(customer), count => count === 0)).toEqual([])

    expect((await customer.visitor.post('/api/user/erasure', { password })).status).toBe(200)
    await expect.poll(() => existingKeys(product, [customer.accountId])).toEqual([])
    expect(tablesWhere(await rowsOf(customer), count => count > 0)).toEqual([])
  })

  /** Tables that the customer's download leaves out. */
  const notExported = [
    // Addresses of uploads: they are valid for minutes and hold no personal data.
    'command.upload_tickets',
    // The customer's number is in every other part of the file.
    'read.account_numbers',
    // Copies of name, address, plan and counts, for the search of customers.
    'read.customers',
    // Copies of name and address, for the search of persons.
    'read.person_parts',
    // When they registered and activated a plan, which the activity tells too.
    'read.request_accounts',
  ]

  test('is in the customer’s export, with all their rows', async () => {
    const folder = path.resolve(import.meta.dirname, '../../../services/query-api/src')
    const sources = globSync('*/{find-personal-data,*.reads}.ts', { cwd: folder })
    const asked = sources.map(file => readFileSync(path.join(folder, file), 'utf8')).join()
    const customer = await everythingDone()
    const tables = [...(await rowsOf(customer)).keys()]
    const missing = tables.filter(table => !new RegExp(`from ${table}\\b`).test(asked))
    expect(missing).toEqual(notExported)

    const empty = Object.entries(customer.data).filter(([, value]) => !value || value.length === 0)
    expect(empty).toEqual([])
  })
})

/** All reads of a customer, without the live stream and calls with an id in the address. */
const reads = Object.entries(calls).flatMap(([call, { access, url, status }]) =>
  call.startsWith('GET ') && access === 'customer' && status === 200 && !url ? [call.slice(4)] : [],
)

/** The number and types of the values in an answer, without the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, shapeOf(held)]))
}

test('the answers to a new customer do not depend on other customers', async () => {
  const answersToNewcomer = async () => {
    const newcomer = await product.customer()
    const shapes: unknown[] = []
    for (const route of reads) {
      const { status, body } = await newcomer.get(route)
      expect(status, route).toBe(200)
      shapes.push([route, shapeOf(body)])
    }
    return shapes
  }
  const before = await answersToNewcomer()
  await everythingDone()
  // The newcomer's own write comes after the other events in the log, and the answer waits for it.
  expect(await answersToNewcomer()).toEqual(before)
})
