import { streams } from '@tba/events/streams.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { waitUntil } from '@tba/testing/wait.ts'
import { readSide } from '../testing/read-side.ts'

test('if the database is away, reads get 503 and a time to retry, and they work again after it returns', async () => {
  const cluster = await startCluster({ folder: quickFolder('tba-postgres-') })
  onTestFinished(() => cluster.destroy())
  const side = await readSide({ server: cluster.connectionString })
  onTestFinished(() => side.close())
  const customer = await side.signedIn()

  await cluster.stop()
  const out = await side.get('/api/auth/user', customer)
  expect([out.statusCode, out.headers['retry-after'], out.json()]).toEqual([
    503,
    '2',
    { message: 'Servizio momentaneamente non disponibile. Riprova tra poco.' },
  ])
  expect((await side.app.inject('/readyz')).json()).toMatchObject({ database: 'out', announcements: 'out' })
  expect((await side.app.inject('/healthz')).statusCode).toBe(200)

  await cluster.start()
  await waitUntil(async () => (await side.app.inject('/readyz')).statusCode === 200)
  const data = { userId: customer.userId, plan: 'elite', depositEuro: 3000 } as const
  const position = await side.append(streams.setup(customer.accountId), { type: 'PlanActivated', data })
  const fresh = await side.get('/api/user/progress', customer, position)
  expect([fresh.json(), fresh.headers['x-stale']]).toMatchObject([{ plan: 'elite' }, undefined])
})
