import { setTimeout as pause } from 'node:timers/promises'
import { admin, administrator } from '../support/administrator.ts'
import { composedDatabase } from '../support/composed-database.ts'
import { mailbox } from '../support/mailbox.ts'
import { openProduct } from '../support/product.ts'
import { lead } from '../support/sample-forms.ts'
import { swallowingProxy } from '../support/swallowing-proxy.ts'

/**
 * The long-lived connections to PostgreSQL of all services, and how each notices a server that says nothing: by the limit on
 * an answer when it is used, or by probes while it waits. Within 30 s. Redis is asked every two seconds, EventStoreDB by
 * gRPC every ten; letters and S3 have a limit on each call.
 */
const connections = {
  'event-log': 'the one of this test',
  'listino log': 'answers within 8 s; its listener is probed',
  analytics: 'answers within 8 s; its listener is probed',
  listino: 'answers within 20 s',
  vault: 'probed',
  'query-api announcements': 'probed',
  'query-api exports': 'probed',
  projector: 'answers within 20 s',
  'projector jobs': 'answers within 20 s; probed',
  'projector leader facts': 'a heartbeat every 5 s',
  'projector leader tracking': 'a heartbeat every 5 s',
  'projector leader jobs': 'a heartbeat every 5 s',
}

test('every connection notices within a minute that its packets are swallowed, and every promise is kept', async () => {
  const database = await composedDatabase()
  onTestFinished(database.drop)
  const proxy = await swallowingProxy(database.connectionString)
  onTestFinished(() => proxy.close())
  const mail = await mailbox()
  onTestFinished(() => mail[Symbol.asyncDispose]())
  const product = await openProduct({ databaseUrl: proxy.address, admin, jobs: mail.jobs, limitScale: 1_000 })
  onTestFinished(() => product[Symbol.asyncDispose]())
  const console = await administrator(product)

  const calls = {
    lead: () =>
      product.visitor().post('/api/leads', { ...lead, email: `lead-${crypto.randomUUID()}@example.com` }),
    dashboard: () => console.call('GET', '/api/admin/dashboard'),
    export: () => console.call('GET', '/api/admin/export/questionnaires'),
    history: () => console.call('GET', '/api/admin/events'),
  }
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, (await call()).status])),
    )
  const well = { lead: 201, dashboard: 200, export: 200, history: 200 }
  await expect.poll(statuses).toEqual(well)
  // A new connection needs a row above.
  await expect.poll(() => proxy.names()).toEqual(Object.keys(connections).sort())

  const unnoticed = proxy.swallow()
  const sinceMs = performance.now()
  const using = new AbortController()
  onTestFinished(() => using.abort())
  const traffic = async () => {
    while (!using.signal.aborted) {
      await Promise.all(Object.values(calls).map(call => call().catch(() => {})))
      await pause(200)
    }
  }
  const running = Promise.all([traffic(), traffic(), traffic()])
  await expect.poll(unnoticed).toEqual([])
  globalThis.console.log(`all connections noticed after ${Math.round(performance.now() - sinceMs)} ms`)
  using.abort()
  await running
  await expect.poll(statuses).toEqual(well)
  const email = `dopo-${crypto.randomUUID()}@example.com`
  const customer = await product.customer(email)
  await expect.poll(async () => (await customer.get('/api/user/profile')).status).toBe(200)
  expect((await product.visitor().post('/api/password/forgot', { email })).status).toBe(202)
  await mail.letterTo(email)
  expect((await product.visitor().get('/readyz')).body).toMatchObject({ jobs: 'ok', projector: 'ok' })
})

test('a product whose jobs wait for Redis serves its visitors, and says that jobs wait', async () => {
  const mail = await mailbox()
  onTestFinished(() => mail[Symbol.asyncDispose]())
  // Nothing listens there.
  const product = await openProduct({ redisUrl: 'redis://127.0.0.1:1', jobs: mail.jobs })
  onTestFinished(() => product[Symbol.asyncDispose]())
  const { status, body } = await product.visitor().get('/readyz')
  expect({ status, body }).toMatchObject({ status: 200, body: { projector: 'ok', jobs: 'waiting' } })
})
