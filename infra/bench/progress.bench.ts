import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { streams } from '@tba/events/streams.ts'
import { httpServer } from '@tba/runtime/http/http-server.ts'
import fastify from 'fastify'
import type { Bench, Figure } from './harness.ts'
import {
  type BenchDatabase,
  type BenchResources,
  newBenchDatabase,
  openPool,
  openResources,
  startService,
  untilCaughtUp,
} from './services.ts'
import { leastLoad, needWrk, wrk } from './wrk.ts'

/**
 * The cost of the query-api: GET /api/user/progress, compared with a bare Fastify route that sends the same SELECT by pg and
 * serialises the row unchecked. Same database, load and number of connections. Needs wrk.
 */
const usualLoad = { connections: 32, seconds: 2 }
const poolSize = 10
const select = `
  select p.plan, p.deposit, p.step1_broker_account, p.step1_broker_link, p.step2_mt4_authenticated,
    p.step2_axi_connected, p.step2_license_key, p.step3_security_verified, p.step3_screenshots, p."completedAt",
    p."createdAt", p."updatedAt"
  from read.sessions s left join read.user_progress p on p."accountId" = s."accountId"
  where s.sid = $1 and s."accountId" = $2 and s.expire > now()`

export async function measure({ figure, rounds, ratio, opened, size }: Bench): Promise<void> {
  await needWrk()
  const load = size(usualLoad, leastLoad)
  const database = await newBenchDatabase(opened)
  const log = await openResources(database, opened)
  await startService('projector', database, opened)
  const cookies = path.join(database.folder, 'cookies')
  await writeFile(cookies, (await fill(database, log, size(1_000, 20))).join('\n'))
  await untilCaughtUp(log)
  const queryApi = await startService('query-api', database, opened)
  const bareUrl = await listenBare(database, opened)

  const turn = (url: string, of: Figure, p99: Figure) => async () => {
    const outcome = await wrk({ ...load, url: `${url}/api/user/progress` }, { COOKIES: cookies })
    of.values.push(outcome.callsPerSecond)
    p99.values.push(outcome.p99Ms)
  }
  const [bare, product] = [figure('bare route', 'answers/s'), figure('query-api', 'answers/s')]
  await rounds(7, [
    turn(bareUrl, bare, figure('p99 of the bare route', 'ms')),
    turn(queryApi.url, product, figure('p99 of the query-api', 'ms')),
  ])
  ratio(product, bare)
}

/** @returns a cookie for each customer, all with a plan */
async function fill({ keys }: BenchDatabase, { log }: BenchResources, customers: number): Promise<string[]> {
  const signer = await httpServer({ secrets: keys, publicUrl: 'http://localhost', limitScale: 1 })
  await signer.ready()
  const start = Math.floor(Date.now() / 1_000)
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const context = { actor: 'bench', correlationId: crypto.randomUUID(), causationId: crypto.randomUUID() }
  const options = { expected: 'no_stream', context } as const
  return Promise.all(
    Array.from({ length: customers }, async (_, index) => {
      const [accountId, sid, userId] = [crypto.randomUUID(), crypto.randomUUID(), index + 1]
      const session = { accountId, userId, expiresAt, device: 'bench', address: '127.0.0.0' }
      await log.append(streams.session(sid), [{ type: 'SessionOpened', data: session }], options)
      const plan = { userId, plan: 'professional', depositEuro: 1_000 } as const
      await log.append(streams.setup(accountId), [{ type: 'PlanActivated', data: plan }], options)
      return `session=${signer.jwt.sign({ sub: accountId, uid: userId, sid, start, exp: start + 3_600 })}`
    }),
  )
}

async function listenBare({ url }: BenchDatabase, opened: AsyncDisposableStack): Promise<string> {
  const pool = openPool(url, opened, poolSize)
  const { rows: sessions } = await pool.query('select sid, "accountId" from read.sessions')
  let next = 0
  const bare = fastify()
  opened.defer(() => bare.close())
  bare.get('/api/user/progress', async () => {
    const { sid, accountId } = sessions[next++ % sessions.length]
    const { rows } = await pool.query({ name: 'progress', text: select, values: [sid, accountId] })
    return rows[0]
  })
  return bare.listen({ host: '127.0.0.1', port: 0 })
}
