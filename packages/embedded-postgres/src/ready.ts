import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { databaseUser } from './cluster.ts'

const database = 'tba'

/**
 * Waits until the postmaster with this pid lets clients in; after a crash it replays its log first, however long that
 * takes. Its pid file says so in line 8, where asking by connecting would fill its log. Rejects on the signal.
 */
export async function untilReady(folder: string, pid: number, signal: AbortSignal): Promise<void> {
  while (!isReady(folder, pid)) await delay(20, undefined, { signal })
}

function isReady(folder: string, pid: number): boolean {
  try {
    const lines = fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    // Not written yet.
    return false
  }
}

/** Makes the product's database where it is absent and answers its address; rejects with Postgres's own words. */
export async function openDatabase(port: number, password: string): Promise<string> {
  await withClient(urlOf('postgres', { port, password }), async client => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  })
  const url = urlOf(database, { port, password })
  await withClient(url, client => client.query('select 1'))
  return url
}

/** The address of the product's database on a Postgres that runs on this cluster already. */
export function runningDatabase(folder: string, password: string): string {
  const port = Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[3])
  return urlOf(database, { port, password })
}

function urlOf(name: string, { port, password }: { port: number; password: string }): string {
  return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${name}`
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A server that goes away outside a query shows in the next query as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}
