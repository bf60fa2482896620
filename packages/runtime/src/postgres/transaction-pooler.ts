import { isPostgres } from '@tba/postgres/address.ts'
import { createClient } from '@tba/postgres/client.ts'
import { Refusal } from '../refusal.ts'

/**
 * Checks with two connections that each keeps a backend of its own.
 * @param addresses by variable name @throws {Refusal}
 */
export async function assertNoTransactionPooler(addresses: Readonly<Record<string, string>>): Promise<void> {
  const seen = new Set<string>()
  for (const [variable, connectionString] of Object.entries(addresses)) {
    if (!isPostgres(connectionString) || seen.has(connectionString)) continue
    seen.add(connectionString)
    if (await hasSessions(connectionString)) continue
    throw new Refusal(
      `The PostgreSQL of ${variable} lies behind a pooler that gives each transaction another connection: then LISTEN ` +
        'hears nothing and a lock keeps nobody out. Give the address of the server itself, or of a pool in session mode.',
    )
  }
}

async function hasSessions(connectionString: string): Promise<boolean> {
  const options = { applicationName: 'sessions', answerMs: 10_000 }
  const [one, other] = [createClient(connectionString, options), createClient(connectionString, options)]
  try {
    const reached = await Promise.allSettled([one.connect(), other.connect()])
    // The next caller reports why it cannot connect.
    if (reached.some(({ status }) => status === 'rejected')) return true
    const pids: unknown[] = []
    for (const client of [one, other, one, other])
      pids.push((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
    return pids[0] !== pids[1] && pids[0] === pids[2] && pids[1] === pids[3]
  } finally {
    await Promise.all([one, other].map(client => client.end().catch(() => {})))
  }
}
