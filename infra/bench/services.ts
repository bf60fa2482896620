import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import pg from 'pg'
import { stopChild } from '../start/dev/services.ts'
import { type Keys, openKeys } from '../start/local/data/keys.ts'
import { forkService, type ServiceName, waitUntilReady } from '../start/services/processes.ts'

/** A database, its data folder and its keys. */
export type BenchDatabase = { url: string; folder: string; keys: Keys }
export type BenchResources = Awaited<ReturnType<typeof openResources>>
export type Service = { url: string; pid: number; stop(): Promise<void> }

/** Large enough for the end of the log and the hot rows of the read tables. */
const settings = { shared_buffers: '512MB', min_wal_size: '1GB', max_wal_size: '4GB' }
const segments = 40

/**
 * A PostgreSQL that reuses its WAL segments, like one that has run for a while. A new one first fills each segment with
 * zeros, which delays every commit by 30 to 60 ms. A segment has 16 MB and lasts a second or two here.
 */
export async function newBenchDatabase(opened: AsyncDisposableStack): Promise<BenchDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tba-bench-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const cluster = await startCluster({ settings })
  opened.defer(() => cluster.destroy())
  const client = new pg.Client({ connectionString: cluster.connectionString })
  await client.connect()
  for (let count = 0; count < segments; count++)
    await client.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`)
  await client.query('checkpoint')
  await client.end()
  return { url: cluster.connectionString, folder, keys: openKeys(folder, { dataExists: false }) }
}

export async function openResources({ url, keys }: BenchDatabase, opened: AsyncDisposableStack) {
  const sql = openPool(url, opened)
  const pool = await createPool(url)
  opened.defer(() => pool.end())
  await migrateVault(pool)
  const store = await openEventStore({ url })
  opened.defer(() => store.close())
  return { sql, pool, store, log: eventLog(store, personKeys(pool, keksOf(keys))) }
}

export function openPool(url: string, opened: AsyncDisposableStack, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  // It reports its end before its sockets are closed. The end of the server can then find them open.
  pool.on('error', () => {})
  opened.defer(() => pool.end())
  return pool
}

/** A service in its own process, until `opened` is closed. Resolves when it is ready. */
export async function startService(
  name: ServiceName,
  { url, folder }: BenchDatabase,
  opened: AsyncDisposableStack,
  changed: Record<string, string> = {},
): Promise<Service> {
  const port = await freePort()
  const env = {
    DATABASE_URL: url,
    SECRETS_FILE: path.join(folder, 'keys.json'),
    HOST: '127.0.0.1',
    PORT: `${port}`,
    OBJECTS_FOLDER: folder,
    ANALYTICS_FOLDER: analyticsFolder(folder),
    DATA_DIR: folder,
    LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'error',
    UV_THREADPOOL_SIZE: '8',
    // With it the projector would run jobs.
    ...(name !== 'projector' && { PUBLIC_URL: 'http://localhost' }),
    ...changed,
  }
  const child = forkService(name, env)
  opened.defer(() => stopChild(child))
  const address = `http://127.0.0.1:${port}`
  await waitUntilReady(child, { name, url: `${address}/readyz` })
  return { url: address, pid: child.pid ?? 0, stop: () => stopChild(child) }
}

export const analyticsFolder = (folder: string) => path.join(folder, 'analytics')

export async function untilCaughtUp({ store, sql }: Pick<BenchResources, 'store' | 'sql'>): Promise<void> {
  const head = (await store.head()) ?? ''
  for (;;) {
    const { rows } = await sql.query('select min(position) as position from projector.checkpoints')
    if (rows[0].position >= head) return
    await pause(50)
  }
}

/** The memory of a process in MB: now, or its maximum. */
export function memoryMb(pid: number | undefined, of: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] =
    new RegExp(`^${of}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}
