import { openEventStore } from '@tba/event-store/open.ts'
import { beginGeneration } from '@tba/event-store/postgres/opening/restoring.ts'
import { LogLostEvents } from '@tba/projector/engine/lost-events.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { withClient } from '@tba/testing/with-client.ts'
import { admin, administrator } from '../support/administrator.ts'
import { failingOver, query } from '../support/failing-over.ts'
import { openProduct, password, type TestedProduct } from '../support/product.ts'
import { storedEvent } from '../support/recorded-events.ts'

/** A product whose log has a standby, alone or with the tables. */
async function world({ isApart }: { isApart: boolean }) {
  const opened = new AsyncDisposableStack()
  onTestFinished(() => opened.disposeAsync())
  const server = await failingOver(opened)
  const tables = isApart
    ? await freshDatabase()
    : { connectionString: server.connectionString, async drop() {} }
  opened.defer(tables.drop)
  const parts = {
    databaseUrl: tables.connectionString,
    eventStoreUrl: server.connectionString,
    admin,
    secrets: secretsFrom(newSecrets()),
    limitScale: 100,
    analytics: { folder: quickFolder('tba-failover-'), memoryMb: 128 },
  }
  const start = () => openProduct(parts)
  const product = await start()
  let isOpen = true
  const stop = async () => {
    if (isOpen) await product[Symbol.asyncDispose]()
    isOpen = false
  }
  opened.defer(stop)
  return { opened, server, tables: tables.connectionString, start, product, stop }
}

type World = Awaited<ReturnType<typeof world>>

const emailOf = (name: string) => `${name}@example.com`

async function click(product: TestedProduct, count: number) {
  const sessionId = crypto.randomUUID()
  const visitor = product.visitor()
  for (let at = 0; at < count; at++) {
    const sent = {
      sessionId,
      clientId: crypto.randomUUID(),
      eventType: 'button_click',
      elementId: 'cta',
      page: '/',
    }
    expect((await visitor.post('/api/tracking/interaction', sent)).status).toBeLessThan(300)
  }
}

async function live({ product, tables }: Pick<World, 'product' | 'tables'>, name: string) {
  await product.customer(emailOf(name))
  await click(product, 20)
  await expectWhole(product, tables)
}

const readyz = async (product: TestedProduct) => (await product.visitor().get('/readyz')).status

/** The tables and the copy hold what the log holds, and nothing else. */
async function expectWhole(product: TestedProduct, tables: string) {
  const console = await administrator(product)
  await waitFor(async () => {
    const log = await product.recorded({})
    const count = (of: string) => log.filter(({ type }) => type === of).length
    const { rows } = await query(
      tables,
      `select (select count(*)::int from read.users) as users,
        (select count(*)::int from read.site_interactions) as clicks`,
    )
    expect(rows[0]).toEqual({ users: count('AccountRegistered'), clicks: count('InteractionTracked') })
    const { status, body } = await console.get('/api/admin/events?limit=200&order=asc')
    expect(status).toBe(200)
    expect((body as { events: { id: string }[] }).events.map(({ id }) => id)).toEqual(log.map(({ id }) => id))
  })
}

async function expectSignIns(product: TestedProduct, known: readonly string[], unknown: readonly string[]) {
  for (const name of [...known, ...unknown]) {
    const visitor = product.visitor()
    const { status } = await visitor.post('/api/login', { email: emailOf(name), password })
    expect([name, status]).toEqual([name, known.includes(name) ? 200 : 401])
    if (known.includes(name)) expect((await visitor.get('/api/auth/user')).status).toBe(200)
  }
}

/** More events than were lost, under other ids, from a process that saw nothing of it. */
async function grow(url: string) {
  const store = await openEventStore({ url })
  for (let at = 0; at < 60; at++)
    await store.append(
      `visit-${crypto.randomUUID()}`,
      [storedEvent('ConsentChosen', { choice: 'none' })],
      'no_stream',
    )
  await store.close()
}

test.each([
  ['has just been promoted', undefined],
  ['has grown past its old end', grow],
])(
  'the log alone fails over to a standby that lags and %s: it is refused until a new generation',
  async (_which, growing) => {
    const it = await world({ isApart: true })
    const { opened, server, tables, start, product, stop } = it
    await live(it, 'before')
    await server.lag()
    await live(it, 'lost')
    await server.failOver(growing)
    await expect.poll(() => readyz(product)).toBe(503)
    await expect
      .poll(async () => (await query(tables, 'select * from projector.lost_events')).rows)
      .toHaveLength(1)
    const [loss] = (await query(tables, 'select event_count, first, last from projector.lost_events')).rows
    // The administrator, a customer and clicks; less where a batch held several.
    expect(loss.event_count).toBeGreaterThan(1)
    expect(loss.event_count).toBeLessThan(40)
    expect(loss.first <= loss.last).toBe(true)
    await stop()
    for (const _ of [1, 2]) await expect(start()).rejects.toThrow(LogLostEvents)
    await expect(start()).rejects.toThrow(
      /has lost (at least )?\d+ of its newest events, between the positions/,
    )

    await withClient(server.connectionString, beginGeneration)
    const again = opened.use(await start())
    await again.customer(emailOf('after'))
    await expectWhole(again, tables)
    await expectSignIns(again, ['before', 'after'], ['lost'])
    expect((await query(tables, 'select * from projector.lost_events')).rows).toEqual([])
  },
  600_000,
)

test.each([
  ['keeps running', false, undefined],
  ['keeps running, and the log has grown past its old end', false, grow],
  ['is stopped meanwhile, and the log has grown past its old end', true, grow],
])(
  'log and tables fail over together to a standby that lags, and the product %s: all is as in the log',
  async (_which, isStopped, growing) => {
    const it = await world({ isApart: false })
    const { opened, server, tables, start, product, stop } = it
    await live(it, 'before')
    await server.lag()
    await live(it, 'lost')
    if (isStopped) await stop()
    await server.failOver(growing)
    const again = isStopped ? opened.use(await start()) : product
    // Nobody uses the console.
    await expect.poll(() => readyz(again)).toBe(200)
    await again.customer(emailOf('after'))
    await expectWhole(again, tables)
    await expectSignIns(again, ['before', 'after'], ['lost'])
  },
  600_000,
)
