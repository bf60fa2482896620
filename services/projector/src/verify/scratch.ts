import { readFile } from 'node:fs/promises'
import { createClient } from '@tba/postgres/client.ts'
import { type Client, escapeIdentifier as quoted } from 'pg'
import { inTransaction } from '../engine/database/transaction.ts'
import type { Projection } from '../engine/projection.ts'
import { createTables } from '../engine/versions/version.ts'

/** Creates the projection's tables, empty. @returns their schema */
export type CreateScratch = (projection: Projection) => Promise<string>

/**
 * Gives `work` temporary schemas, dropped afterwards even where it fails. Their names contain the backend pid of the
 * connection, so that the next call can find and drop those of a process that was killed.
 */
export async function withScratch<T>(
  connectionString: string,
  work: (create: CreateScratch) => Promise<T>,
): Promise<T> {
  const client = createClient(connectionString, {
    applicationName: 'projector scratch',
    answerMs: 30_000,
    // Where this process is suspended in the middle, readers of the log would wait for its transaction.
    session: { idle_in_transaction_session_timeout: 10_000 },
  })
  await client.connect()
  const created: string[] = []
  try {
    await drop(client, await abandoned(client))
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return await work(async projection => {
      const schema = `scratch_${rows[0]?.pid}_${projection.name.replaceAll('-', '_')}`
      const ddl = await readFile(projection.sql, 'utf8')
      await inTransaction(client, () => createTables(client, schema, ddl))
      created.push(schema)
      return schema
    })
  } finally {
    await drop(client, created).finally(() => client.end())
  }
}

async function abandoned(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_catalog.pg_namespace
     where nspname ~ '^scratch_[0-9]+_'
     and split_part(nspname, '_', 2)::int not in (select pid from pg_catalog.pg_stat_activity where pid is not null)`,
  )
  return rows.map(({ schema }) => schema)
}

async function drop(client: Client, schemas: readonly string[]): Promise<void> {
  for (const schema of schemas) await client.query(`drop schema if exists ${quoted(schema)} cascade`)
}
