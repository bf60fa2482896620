import type pg from 'pg'
import type { Connections } from './connections.ts'
import { durability, fromTheFuture, schema } from './statements.ts'

/** The server may lose what it has acknowledged. */
export class NotDurable extends Error {
  override readonly name = 'NotDurable'
}

/** The log was copied here by hand from a server that had drawn more transaction ids. */
export class LogFromTheFuture extends Error {
  override readonly name = 'LogFromTheFuture'
}

/**
 * Brings the schema where it is missing, and refuses a server or a log on which events could get lost.
 * @returns the log's generation
 * @throws {NotDurable} {LogFromTheFuture}
 */
export async function openLog(connections: Connections): Promise<number> {
  const settings = await connections.query<{ name: string; setting: string }>(durability)
  // remote_apply is on, and waits for standbys too.
  const off = settings.find(({ setting }) => setting !== 'on' && setting !== 'remote_apply')
  if (off) {
    throw new NotDurable(
      `PostgreSQL runs with ${off.name} = ${off.setting}: the event log needs it on, or a crash loses acknowledged events.`,
    )
  }
  await connections.use(migrate)
  const [future] = await connections.query<{ from_the_future: boolean }>(fromTheFuture)
  if (future?.from_the_future) {
    throw new LogFromTheFuture(
      'The event log holds transaction ids that this server has yet to draw: bring a copied log in with `restore`, which renumbers it.',
    )
  }
  const [meta] = await connections.use(
    async client => (await client.query('select generation from log.meta')).rows,
  )
  return meta.generation
}

/** Two processes that start at once come one after the other; the lock ends with the transaction, however that ends. */
async function migrate(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('log.schema', 0))`)
    const { rows } = await client.query(`select to_regclass('log.meta') is null as missing`)
    if (rows[0].missing) await client.query(schema)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
