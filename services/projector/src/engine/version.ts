import { readFile } from 'node:fs/promises'
import { type Client, escapeLiteral, escapeIdentifier as quoted } from 'pg'
import type { Ledger } from './checkpoints.ts'
import { inTransaction } from './leader.ts'
import { origin, type Projection } from './projection.ts'

/**
 * The schemas of a projection: one is live behind the views, the next is built beside it. All of this runs on the
 * connection that holds the leader's lock, so that a former leader cannot do it.
 */

/** How long a swap may wait for running queries while newer ones queue up behind it. */
const lockTimeoutMs = 50

/** The schema to build in: that of the version, or a second one where the same version is live and is rebuilt. */
export function nextSchema({ name, version }: Projection, live: string | null): string {
  const schema = `${name.replaceAll('-', '_')}_v${version}`
  return schema === live ? `${schema}_b` : schema
}

/** Replaces a schema by one with empty tables. To be called in a transaction. */
export async function createTables(client: Client, schema: string, ddl: string): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)}`)
  await client.query(`set local search_path to ${quoted(schema)}`)
  await client.query(ddl)
}

/** The tables to build in, and a checkpoint that lies before the log's first event. */
export async function createVersion(
  client: Client,
  projection: Projection,
  { schema, epoch, note }: { schema: string; epoch: Ledger['epoch']; note: string },
): Promise<void> {
  const ddl = await readFile(projection.sql, 'utf8')
  await inTransaction(client, async () => {
    await createTables(client, schema, ddl)
    await writeNote(client, schema, note)
    await client.query(
      `insert into projector.builds (projection, version, position, epoch, schema) values ($1, $2, $3, $4, $5)
       on conflict (projection) do update
       set (version, position, epoch, schema, updated_at) =
         (excluded.version, excluded.position, excluded.epoch, excluded.schema, now())`,
      [projection.name, projection.version, origin, epoch, schema],
    )
  })
}

/** Writes the note of the source into the comment on a schema. */
export async function writeNote(client: Client, schema: string, note: string): Promise<void> {
  await client.query(`comment on schema ${quoted(schema)} is ${escapeLiteral(note)}`)
}

/** Makes builds live, all in one transaction: their views and checkpoints replace the old ones. */
export async function goLive(client: Client, built: readonly { projection: Projection; schema: string }[]) {
  const views = built.flatMap(({ projection: { tables, views = [] }, schema }) =>
    [...tables.map(({ name }) => name), ...views].map(name => {
      const view = `read.${quoted(name)}`
      return `drop view if exists ${view}; create view ${view} as select * from ${quoted(schema)}.${quoted(name)};`
    }),
  )
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(views.join('\n'))
    await client.query(
      `with built as (delete from projector.builds where projection = any($1) returning *)
       insert into projector.checkpoints (projection, version, position, epoch, schema)
       select projection, version, position, epoch, schema from built
       on conflict (projection) do update
       set (version, position, epoch, schema, updated_at) =
         (excluded.version, excluded.position, excluded.epoch, excluded.schema, now())`,
      [built.map(({ projection }) => projection.name)],
    )
  })
}

/**
 * Drops projections that no longer exist, with their checkpoints, views and tables: an old checkpoint would never move,
 * and an erasure waits for all of them.
 */
export async function forgetOthers(client: Client, projections: readonly Projection[]): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    const { rows } = await client.query<{ schema: string }>(
      `with live as (delete from projector.checkpoints where projection <> all($1) returning schema),
         begun as (delete from projector.builds where projection <> all($1) returning schema)
       select schema from live union select schema from begun`,
      [projections.map(({ name }) => name)],
    )
    for (const { schema } of rows) await client.query(`drop schema if exists ${quoted(schema)} cascade`)
  })
}

/** Drops the schemas of these projections that are neither live nor being built. */
export async function dropRetired(client: Client, projections: readonly Projection[]): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_catalog.pg_namespace
     where regexp_replace(nspname, '_v[0-9]+(_b)?$', '') = any($1) and nspname ~ '_v[0-9]+(_b)?$'
     and nspname not in (select schema from projector.checkpoints union select schema from projector.builds)`,
    [projections.map(({ name }) => name.replaceAll('-', '_'))],
  )
  for (const { schema } of rows) {
    await inTransaction(client, async () => {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(`drop schema ${quoted(schema)} cascade`)
    })
  }
}
