import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from '@tba/postgres/client.ts'
import { databaseUser } from './cluster.ts'
import { postgresOn } from './leftover.ts'
import { giveToProduct, productPassword, productRole } from './product-role.ts'

const database = 'tba'

/** The lines of the postmaster's pid file: line 1 is the pid, line 4 the port, line 8 the state. */
function pidFile(folder: string): string[] {
  return fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
}

/**
 * Waits until the postmaster accepts clients. After a crash it first replays its WAL, which may take long. Connection attempts would
 * fill its log. Rejects when the signal aborts.
 */
export async function untilReady(folder: string, pid: number, signal: AbortSignal): Promise<void> {
  while (!isReady(folder, pid)) await delay(20, undefined, { signal })
}

/** Whether a PostgreSQL runs on this cluster and accepts clients. */
export function isServing(folder: string): boolean {
  return postgresOn(folder).some(({ pid }) => isReady(folder, pid))
}

function isReady(folder: string, pid: number): boolean {
  try {
    const lines = pidFile(folder)
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    // Not written yet.
    return false
  }
}

/** For the product, and the same for the superuser. */
export type Addresses = { url: string; superuserUrl: string }

/** Creates what is missing of the product's database and role. Rejects with PostgreSQL's message. */
export async function openDatabase(port: number, password: string): Promise<Addresses> {
  const addresses = addressesOf(port, password)
  const maintenance = Object.assign(new URL(addresses.superuserUrl), { pathname: '/postgres' }).href
  await withClient(maintenance, options, async client => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  })
  await withClient(addresses.superuserUrl, options, client => giveToProduct(client, password))
  await withClient(addresses.url, options, client => client.query('select 1'))
  return addresses
}

/** The URL of the product's database on a running PostgreSQL: the superuser's while an older build runs there. */
export async function runningDatabase(folder: string, password: string): Promise<string> {
  const { url, superuserUrl } = addressesOf(Number(pidFile(folder)[3]), password)
  const { rowCount } = await withClient(superuserUrl, options, client =>
    client.query('select from pg_roles where rolname = $1', [productRole]),
  )
  return rowCount === 1 ? url : superuserUrl
}

function addressesOf(port: number, password: string): Addresses {
  const at = `127.0.0.1:${port}/${database}`
  return {
    url: `postgres://${productRole}:${productPassword(password)}@${at}`,
    superuserUrl: `postgres://${databaseUser}:${password}@${at}`,
  }
}

const options = { applicationName: 'start', answerMs: 10_000 }
