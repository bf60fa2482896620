import { randomInt, randomUUID } from 'node:crypto'
import { within } from '@tba/event-store/within.ts'
import pg from 'pg'
import { Refusal } from '../refusal.ts'

const timeoutMs = 10_000

/**
 * Checks with two connections: each keeps its backend, locks exclude the other, and notifications arrive.
 * @param addresses by variable name @throws {Refusal}
 */
export async function assertNoTransactionPooler(addresses: Readonly<Record<string, string>>): Promise<void> {
  const seen = new Set<string>()
  for (const [variable, connectionString] of Object.entries(addresses)) {
    if (!/^postgres(ql)?:/.test(connectionString) || seen.has(connectionString)) continue
    seen.add(connectionString)
    if (await hasSessions(connectionString)) continue
    throw new Refusal(
      `The PostgreSQL of ${variable} lies behind a pooler that gives each transaction another connection: then LISTEN ` +
        'hears nothing and a lock keeps nobody out. Give the address of the server itself, or of a pool in session mode.',
    )
  }
}

async function hasSessions(connectionString: string): Promise<boolean> {
  const config = { connectionString, connectionTimeoutMillis: 10_000, query_timeout: timeoutMs }
  const [one, other] = [new pg.Client(config), new pg.Client(config)]
  for (const client of [one, other]) client.on('error', () => {})
  try {
    const reached = await Promise.allSettled([one.connect(), other.connect()])
    // The next caller reports why it cannot connect.
    if (reached.some(({ status }) => status === 'rejected')) return true
    return (
      (await keepsBackend(one, other)) &&
      (await locksExclude(one, other)) &&
      (await receivesNotifications(one, other))
    )
  } finally {
    await Promise.all([one, other].map(client => client.end().catch(() => {})))
  }
}

async function keepsBackend(one: pg.Client, other: pg.Client): Promise<boolean> {
  const backend = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const [first, second] = [await backend(one), await backend(other)]
  if (first === second) return false
  return first === (await backend(one)) && second === (await backend(other))
}

async function locksExclude(one: pg.Client, other: pg.Client): Promise<boolean> {
  const key = randomInt(2 ** 47)
  const lock = async (client: pg.Client) =>
    (await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [key])).rows[0]?.is
  const [taken, takenTwice] = [await lock(one), await lock(other)]
  await one.query('select pg_advisory_unlock($1)', [key])
  return taken === true && takenTwice === false
}

async function receivesNotifications(one: pg.Client, other: pg.Client): Promise<boolean> {
  const channel = `probe_${randomUUID().replaceAll('-', '')}`
  const { promise, resolve } = Promise.withResolvers<boolean>()
  one.on('notification', () => resolve(true))
  await one.query(`listen ${channel}`)
  await other.query(`notify ${channel}`)
  return within(timeoutMs, promise, () => false)
}
