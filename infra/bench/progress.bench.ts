import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEventStore } from '@tba/event-store/open.ts'
import { streams } from '@tba/events/streams.ts'
import { run } from '@tba/projector/run.ts'
import { buildApp } from '@tba/query-api/app.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import fastify from 'fastify'
import pg from 'pg'
import { startServer } from './server.ts'
import { type Outcome, wrk } from './wrk.ts'

/**
 * What the query-api costs: GET /api/user/progress as it is, compared to a bare Fastify route that sends the same SELECT by
 * pg and serialises the row unchecked. Same database, pool size and load; rounds alternate.
 * Run: `npm run bench -- progress`, with wrk installed
 */
const customers = 1_000
const rounds = 7
const load = { connections: 32, seconds: 2 }
const poolSize = 10

await using opened = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'tba-bench-'))
opened.defer(() => rm(folder, { recursive: true }))
const cluster = await startServer()
opened.defer(() => cluster.destroy())
const { connectionString } = cluster
const pool = await createPool(connectionString, { max: poolSize })
opened.defer(() => pool.end())
const store = await openEventStore({ url: connectionString })
opened.defer(() => store.close())
await migrateVault(pool)

const secrets = secretsFrom(newSecrets())
const keyring = personKeys(pool, keksOf(secrets))
const log = eventLog(store, keyring)
const app = await buildApp({
  secrets,
  publicUrl: 'http://localhost',
  limitScale: 1,
  keyring,
  pool,
  store,
  pictures: picturesOnDisk(folder),
  analytics: { folder: join(folder, 'analytics'), memoryMb: 512, eventStoreUrl: connectionString },
  connectionString,
})
const cookiesFile = join(folder, 'cookies')
await writeFile(cookiesFile, (await fill(app)).join('\n'))
await project()

const ours = await app.listen({ host: '127.0.0.1', port: 0 })
opened.defer(() => app.close())
const bare = await listenBare()

const measured = { ours: [] as Outcome[], bare: [] as Outcome[] }
await round(bare)
await round(ours)
for (let count = 1; count <= rounds; count++) {
  measured.bare.push(await round(bare))
  measured.ours.push(await round(ours))
}
report()

/** @returns a cookie for each of the customers, all of them with a plan */
async function fill(signer: App): Promise<string[]> {
  await signer.ready()
  const start = Math.floor(Date.now() / 1000)
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const context = { actor: 'bench', correlationId: randomUUID(), causationId: randomUUID() }
  const options = { expected: 'no_stream', context } as const
  return Promise.all(
    Array.from({ length: customers }, async (_, index) => {
      const [accountId, sid, userId] = [randomUUID(), randomUUID(), index + 1]
      const session = { accountId, userId, expiresAt, device: 'bench', address: '127.0.0.0' }
      await log.append(streams.session(sid), [{ type: 'SessionOpened', data: session }], options)
      const plan = { userId, plan: 'professional', depositEuro: 1000 } as const
      await log.append(streams.setup(accountId), [{ type: 'PlanActivated', data: plan }], options)
      return `session=${signer.jwt.sign({ sub: accountId, uid: userId, sid, start, exp: start + 3600 })}`
    }),
  )
}

async function project(): Promise<void> {
  const logger = { info() {}, error: console.error }
  const projector = await run({ log, store, pool, connectionString, logger })
  await projector.ready
  await projector.stop()
}

async function listenBare(): Promise<string> {
  const client = new pg.Pool({ connectionString, max: poolSize })
  opened.defer(() => client.end())
  const sids = (await client.query('select sid, "accountId" from read.sessions')).rows
  let next = 0
  const server = fastify()
  opened.defer(() => server.close())
  server.get('/api/user/progress', async () => {
    const { sid, accountId } = sids[next++ % sids.length]
    const { rows } = await client.query({
      name: 'progress',
      text: `select p.plan, p.deposit, p.step1_broker_account, p.step1_broker_link,
          p.step2_mt4_authenticated, p.step2_axi_connected, p.step2_license_key, p.step3_security_verified,
          p.step3_screenshots, p."completedAt", p."createdAt", p."updatedAt"
        from read.sessions s
        left join read.user_progress p on p."accountId" = s."accountId"
        where s.sid = $1 and s."accountId" = $2 and s.expire > now()`,
      values: [sid, accountId],
    })
    return rows[0]
  })
  return server.listen({ host: '127.0.0.1', port: 0 })
}

function round(address: string): Promise<Outcome> {
  const url = `${address}/api/user/progress`
  return wrk({ script: 'progress.lua', url, ...load }, { COOKIES: cookiesFile })
}

function report(): void {
  const ratesOf = (outcomes: Outcome[]) => outcomes.map(({ callsPerSecond }) => Math.round(callsPerSecond))
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const line = (name: string, outcomes: Outcome[]) =>
    console.log(
      `${name.padEnd(10)} ${median(ratesOf(outcomes))} answers/s (${ratesOf(outcomes).join(', ')}), ` +
        `p99 ${median(outcomes.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms`,
    )
  line('bare', measured.bare)
  line('query-api', measured.ours)
  const ratios = measured.ours.map(
    (outcome, at) => outcome.callsPerSecond / (measured.bare[at] ?? outcome).callsPerSecond,
  )
  console.log(`query-api / bare: ${median(ratios).toFixed(2)} (median of ${rounds} pairs)`)
}
