import { isPostgres } from '@tba/postgres/address.ts'
import { createClient } from '@tba/postgres/client.ts'
import type pg from 'pg'
import { Refusal } from '../refusal.ts'

/** The most that one process opens: the pools of `npm start` with their listeners and locks. */
export const connectionsOfProcess = 50

/**
 * Checks with two connections that each keeps a backend of its own, and that a pooler has as many as are needed.
 * @param addresses by variable name @throws {Refusal}
 */
export async function assertNoTransactionPooler(addresses: Readonly<Record<string, string>>, needed = 2) {
  const seen = new Set<string>()
  for (const [variable, connectionString] of Object.entries(addresses)) {
    if (!isPostgres(connectionString) || seen.has(connectionString)) continue
    seen.add(connectionString)
    const { hasSessions, isPooled } = await probe(connectionString)
    if (!hasSessions)
      throw new Refusal(
        `The PostgreSQL of ${variable} lies behind a pooler that gives each transaction another connection: then LISTEN ` +
          'hears nothing and a lock keeps nobody out. Give the address of the server itself, or of a pool in session mode.',
      )
    if (isPooled && !(await hasRoom(connectionString, needed)))
      throw new Refusal(
        `The PostgreSQL of ${variable} lies behind a pooler with too few connections: a process needs up to ${needed}. ` +
          `Raise the size of its pool (PgBouncer: default_pool_size=${needed} for each process).`,
      )
  }
}

const openClients = (connectionString: string, count: number, answerMs = 5_000) =>
  Array.from({ length: count }, () =>
    createClient(connectionString, { applicationName: 'sessions', answerMs }),
  )

const closeClients = (clients: readonly pg.Client[]) =>
  Promise.all(clients.map(client => client.end().catch(() => {})))

async function probe(connectionString: string) {
  const clients = openClients(connectionString, 2)
  try {
    const reached = await Promise.allSettled(clients.map(client => client.connect()))
    // The next caller reports why it cannot connect.
    if (reached.some(({ status }) => status === 'rejected')) return { hasSessions: true, isPooled: false }
    const pids: number[] = []
    for (const client of [...clients, ...clients])
      pids.push((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
    return {
      hasSessions: pids[0] !== pids[1] && pids[0] === pids[2] && pids[1] === pids[3],
      // A pooler gives its clients process ids of its own, by which they cancel queries.
      isPooled: !clients.some(client => 'processID' in client && client.processID === pids[0]),
    }
  } finally {
    await closeClients(clients)
  }
}

/** Whether so many connections answer at the same time. A pooler lets the others wait. */
async function hasRoom(connectionString: string, count: number): Promise<boolean> {
  // A busy machine starts so many slowly.
  const clients = openClients(connectionString, count, 20_000)
  const answers = clients.map(async client => {
    await client.connect()
    await client.query('select')
  })
  return Promise.all(answers)
    .then(
      () => true,
      () => false,
    )
    .finally(() => closeClients(clients))
}
