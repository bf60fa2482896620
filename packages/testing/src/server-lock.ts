import pg from 'pg'
import { inject } from 'vitest'
// Adds the types of the values that the run provides.
import type {} from './database.setup.ts'

/** Waits until no other file of the run uses this shared server. */
export async function lockServer(server: string): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [server])
  return { [Symbol.asyncDispose]: () => client.end() }
}
