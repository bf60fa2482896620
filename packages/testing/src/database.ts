import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
// Adds the types of the values that the run provides.
import type {} from './database.setup.ts'
import { withClient } from './with-client.ts'

export type FreshDatabase = { connectionString: string; drop(): Promise<void> }

/** An empty database for one test file, on the run's PostgreSQL or on the given server. */
export function freshDatabase(server: string = inject('postgres')): Promise<FreshDatabase> {
  return withClient(server, client => copyDatabase(client, { server, from: 'template0' }))
}

/** The address of an empty database for one test. */
export async function databaseInTest(server?: string): Promise<string> {
  const { connectionString, drop } = await freshDatabase(server)
  onTestFinished(drop)
  return connectionString
}

/** A database created once per run, and copied for each test file. `make` must leave no connection open. @param kind its name */
export function databaseFromTemplate(
  kind: string,
  make: (connectionString: string) => Promise<void>,
): Promise<FreshDatabase> {
  const server = inject('postgres')
  const template = `${inject('templates')}_${kind}`
  return withClient(server, async client => {
    if (!(await exists(client, template))) {
      // Parallel callers wait for it.
      const lock = 'hashtextextended($1, 0)'
      await client.query(`select pg_advisory_lock(${lock})`, [template])
      if (!(await exists(client, template))) await makeTemplate(client, { server, template, make })
      await client.query(`select pg_advisory_unlock(${lock})`, [template])
    }
    return copyDatabase(client, { server, from: template })
  })
}

type Template = { server: string; template: string; make(connectionString: string): Promise<void> }

/** Renamed when it is complete. */
async function makeTemplate(client: pg.Client, { server, template, make }: Template): Promise<void> {
  const { connectionString } = await copyDatabase(client, { server, from: 'template0' })
  await make(connectionString)
  const name = new URL(connectionString).pathname.slice(1)
  // PostgreSQL copies no database with connections.
  await client.query(`alter database ${name} with allow_connections false`)
  await client.query(`alter database ${name} rename to ${template}`)
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount === 1
}

async function copyDatabase(
  client: pg.Client,
  { server, from }: { server: string; from: string },
): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await client.query(`create database ${name} template ${from} strategy file_copy`)
  const connectionString = new URL(server)
  connectionString.pathname = `/${name}`
  return {
    connectionString: connectionString.href,
    // A leftover connection of a test must not keep the database.
    drop: () =>
      withClient(server, async admin => void (await admin.query(`drop database ${name} with (force)`))),
  }
}
