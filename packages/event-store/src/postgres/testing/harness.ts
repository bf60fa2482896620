import { freshDatabase } from '@tba/testing/database.ts'
import pg from 'pg'
import type { NewEvent, OpenedStore } from '../../port.ts'
import type { Harness } from '../../testing/contract/harness.ts'
import { openPostgresStore } from '../store.ts'

export type PostgresHarness = Harness & {
  store: OpenedStore
  connectionString: string
  /** Not a connection of the store. */
  admin: pg.Client
}

/** The adapter on its own database. */
export async function postgresHarness(): Promise<PostgresHarness> {
  const { connectionString, drop } = await freshDatabase()
  const admin = await connect(connectionString)
  const stores: OpenedStore[] = []
  async function another(): Promise<OpenedStore> {
    const store = await openPostgresStore({ connectionString })
    stores.push(store)
    return store
  }
  return {
    connectionString,
    admin,
    store: await another(),
    another,
    breakConnections: () => terminateStores(admin),
    delayedCommit: (stream, event) => delayedCommit(connectionString, stream, event),
    comparesAllIds: true,
    removesDeleted: true,
    async close() {
      await Promise.all(stores.map(store => store.close()))
      await admin.end()
      await drop()
    },
  }
}

export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The stores name their connections. Those of a test have no name. */
export async function terminateStores(admin: pg.Client): Promise<void> {
  await admin.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> ''`)
}

const insertNext = `insert into log.events (stream, revision, event_id, type, data, metadata)
  select $1, coalesce(max(revision) + 1, 0), $2, $3, $4, $5 from log.events where stream = $1`

/** Draws its xid at once. */
export async function delayedCommit(connectionString: string, stream: string, ...events: NewEvent[]) {
  const client = await connect(connectionString)
  await client.query('begin')
  for (const { id, type, data, metadata } of events)
    await client.query(insertNext, [stream, id, type, data, metadata])
  return {
    async commit() {
      await client.query('commit')
      await client.end()
    },
  }
}

/** Raises the generation like a restore, so that earlier positions are invalid. */
export async function restored(connectionString: string): Promise<void> {
  const client = await connect(connectionString)
  await client.query('update log.meta set generation = generation + 1')
  await client.end()
}
