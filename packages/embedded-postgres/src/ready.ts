import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@tba/postgres/client.ts'
import type pg from 'pg'
import { databaseUser } from './cluster.ts'
import { postgresOn } from './leftover.ts'

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

/** Creates the product's database if missing. @returns its URL. Rejects with PostgreSQL's message. */
export async function openDatabase(port: number, password: string): Promise<string> {
  await withClient(urlOf('postgres', { port, password }), async client => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  })
  const url = urlOf(database, { port, password })
  await withClient(url, client => client.query('select 1'))
  return url
}

/** The URL of the product's database on a running PostgreSQL. */
export function runningDatabase(folder: string, password: string): string {
  return urlOf(database, { port: Number(pidFile(folder)[3]), password })
}

function urlOf(name: string, { port, password }: { port: number; password: string }): string {
  return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${name}`
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = createClient(url, { applicationName: 'start', answerMs: 10_000 })
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}
