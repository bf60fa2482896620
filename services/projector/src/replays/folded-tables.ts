import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { inTransaction } from '../engine/leader.ts'
import type { Projection } from '../engine/projection.ts'
import { createTables } from '../engine/version.ts'
import { Fenced, type Taken } from './deps.ts'

/** The tables into which a replay folds a projection. They outlive the worker: what is in them and how far that is moves in one transaction. */
export const schemaOf = (id: string) => `replayed_${id.replaceAll('-', '')}`

const folded = sql.type(z.object({ folded: z.string().nullable(), isThere: z.boolean() }))

/** What an earlier worker's tables were made of; null where there are none. */
export async function readMadeOf(pool: DatabasePool, { id }: Taken): Promise<string | null> {
  const row = await pool.maybeOne(folded`
    select folded, to_regnamespace(${schemaOf(id)}) is not null as "isThere" from jobs.replays where id = ${id}`)
  return row?.isThere ? row.folded : null
}

/** Empty tables, before the first event. @throws {Fenced} */
export async function createEmpty(
  connectionString: string,
  { id, epoch }: Taken,
  projection: Projection,
): Promise<void> {
  const ddl = await readFile(projection.sql, 'utf8')
  const client = new Client({
    connectionString,
    application_name: 'projector replay',
    idle_in_transaction_session_timeout: 10_000,
  })
  // A broken connection makes its next query fail.
  client.on('error', () => {})
  await client.connect()
  try {
    await inTransaction(client, async () => {
      // First, so that an earlier worker drops nothing of a later one.
      const { rowCount } = await client.query(
        `update jobs.replays set position = '', done = 0, found = 0, chunks = 0, folded = null
         where id = $1 and epoch = $2 and over_at is null`,
        [id, epoch],
      )
      if (rowCount === 0) throw new Fenced('another worker has this replay')
      await createTables(client, schemaOf(id), ddl)
    })
  } finally {
    await client.end()
  }
}

const schemaRow = sql.type(z.object({ schema: z.string() }))

/** Drops what replays that are over have folded. */
export async function dropFolded(pool: DatabasePool): Promise<void> {
  const unwanted = await pool.any(schemaRow`
    select nspname::text as schema from pg_catalog.pg_namespace
    where nspname ~ '^replayed_[0-9a-f]{32}$' and not exists (
      select from jobs.replays where over_at is null and 'replayed_' || replace(id::text, '-', '') = nspname)`)
  for (const { schema } of unwanted)
    await pool.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
}
