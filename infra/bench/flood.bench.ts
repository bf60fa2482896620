import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEventStore } from '@tba/event-store/open.ts'
import { groups, projections } from '@tba/projector/projections.ts'
import { lagOf, lagSecondsOf } from '@tba/projector/status.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import pg from 'pg'
import { compose } from '../start/local/compose.ts'
import type { Flooded } from './flood.client.ts'
import { inProductProcess } from './product-process.ts'
import type { Read } from './reads.client.ts'
import { startServer } from './server.ts'

/**
 * What a flood of tracking costs, from one address and then from fifty: bytes on disk, events taken, how far each group of
 * projections is behind, and how long customers wait for a read straight after their own write meanwhile. The flood, the
 * customers and PostgreSQL are processes of their own. The reach: p99 100 ms from one address, 250 ms from fifty.
 * Run: `npm run bench -- flood`, shorter with `--seconds 20`
 */
inProductProcess()
const { values: options } = parseArgs({
  options: {
    /** Of each flood. */
    seconds: { type: 'string', default: '120' },
    /** How many, one flood after the other; 0 is for comparison. */
    addresses: { type: 'string', default: '0,1,50' },
    /** That each address makes in a second, whatever it is answered; each has fifty events. */
    calls: { type: 'string', default: '92' },
    /** That all addresses make together at most: more than the client could send would only slow itself. */
    together: { type: 'string', default: '500' },
  },
})
const seconds = Number(options.seconds)

await using opened = new AsyncDisposableStack()
const cluster = await startServer()
opened.defer(() => cluster.destroy())
const { connectionString } = cluster
const picturesFolder = await mkdtemp(path.join(tmpdir(), 'tba-bench-'))
opened.defer(() => rm(picturesFolder, { recursive: true }))
const { app } = opened.use(
  await compose({
    databaseUrl: connectionString,
    secrets: secretsFrom(newSecrets()),
    picturesFolder,
    analytics: { folder: path.join(picturesFolder, 'analytics'), memoryMb: 512 },
    publicUrl: 'http://localhost',
    limitScale: 1,
    trustProxy: ['127.0.0.1'],
    logger: createLogger({ service: 'bench', level: 'warn' }),
  }),
)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const pool = await createPool(connectionString, { max: 4 })
opened.defer(() => pool.end())
const store = await openEventStore({ url: connectionString })
opened.defer(() => store.close())
const client = new pg.Client({ connectionString })
await client.connect()
opened.defer(() => client.end())

for (const addresses of options.addresses.split(',').map(Number)) await flood(addresses)

async function flood(addresses: number): Promise<void> {
  const before = await size()
  const calls = Math.min(Number(options.calls), Number(options.together) / Math.max(1, addresses))
  const floods = child('flood.client.ts', { address, addresses, calls, seconds })
  const customers = child('reads.client.ts', { address, seconds })
  const worst = new Map(Object.keys(groups).map(group => [group, 0]))
  const ended = Promise.all([once(floods, 'message'), once(customers, 'message')])
  let isOver = false
  const lags = (async () => {
    while (!isOver) {
      const lag = await lagSecondsOf({ pool, store }, projections)
      for (const [group, members] of Object.entries(groups)) {
        const most = Math.max(...members.map(({ name }) => lag[name] ?? 0))
        worst.set(group, Math.max(worst.get(group) ?? 0, most))
      }
      await pause(1_000)
    }
  })()
  const [[flooded], [reads]] = (await ended) as [[Flooded], [Read[]]]
  isOver = true
  await lags
  const caughtUpSeconds = await caughtUp()
  const after = await size()

  console.log(`${addresses} ${addresses === 1 ? 'address' : 'addresses'}, ${seconds} s`)
  console.log(
    `  calls ${flooded.calls}, taken ${flooded.taken}, refused ${flooded.refused}, failed ${flooded.failed}`,
  )
  console.log(
    `  events ${flooded.events} (${Math.round(flooded.events / seconds)}/s), ` +
      `on disk ${megabytes(after.bytes - before.bytes)}, the log ${megabytes(after.log - before.log)} of it`,
  )
  const lagged = [...worst].map(([group, lag]) => `${group} ${lag.toFixed(2)} s`).join(', ')
  console.log(`  furthest behind: ${lagged}; all caught up ${caughtUpSeconds.toFixed(1)} s after the end`)
  line(
    'writes',
    reads.map(({ writeMs }) => writeMs),
  )
  line(
    'reads straight after',
    reads.map(({ readMs }) => readMs),
  )
  console.log(`  stale or refused: ${reads.filter(({ isStale }) => isStale).length} of ${reads.length}`)
}

function child(script: string, given: object): ChildProcess {
  const process = fork(new URL(script, import.meta.url), [JSON.stringify(given)], { execArgv: [] })
  process.once('exit', code => code && opened.disposeAsync().then(() => globalThis.process.exit(code)))
  return process
}

async function size() {
  const { rows } = await client.query(
    `select pg_database_size(current_database())::float8 as bytes, (
       select sum(pg_total_relation_size(oid))::float8 from pg_class
       where relnamespace = 'log'::regnamespace and relkind = 'r'
     ) as log`,
  )
  return rows[0] as { bytes: number; log: number }
}

async function caughtUp(): Promise<number> {
  const sinceMs = performance.now()
  while ((await lagOf({ pool, store }, projections)).projections.some(({ caughtUp }) => !caughtUp))
    await pause(50)
  return (performance.now() - sinceMs) / 1_000
}

function line(name: string, valuesMs: number[]): void {
  valuesMs.sort((a, b) => a - b)
  const at = (share: number) => (valuesMs[Math.floor((valuesMs.length - 1) * share)] ?? Number.NaN).toFixed(0)
  console.log(`  ${name.padEnd(22)} p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)} ms`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
