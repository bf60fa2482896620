import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
// Brings the type of what the run provides.
import type {} from './database.setup.ts'

export type FreshDatabase = { connectionString: string; drop(): Promise<void> }

/** An empty database of the test file's own, on the run's PostgreSQL or on the given server. */
export async function freshDatabase(server: string = inject('postgres')): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template template0`)
  const connectionString = new URL(server)
  connectionString.pathname = `/${name}`
  return {
    connectionString: connectionString.href,
    // A connection that a test left behind must not keep the database.
    drop: () => onServer(server, `drop database ${name} with (force)`),
  }
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
