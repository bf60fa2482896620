import { type Client, escapeIdentifier as quoted } from 'pg'
import { inTransaction } from '../database/transaction.ts'
import type { Projection } from '../projection.ts'
import { lockTimeoutMs } from '../versions/version.ts'
import type { Candidate } from './leader.ts'

/** Every version of a projection that is live or being built. */
async function versionsOf(client: Client, projection: string): Promise<number[]> {
  const { rows } = await client.query<{ version: number }>(
    `select version from projector.checkpoints where projection = $1
     union select version from projector.builds where projection = $1`,
    [projection],
  )
  return rows.map(({ version }) => version)
}

/** Drops a projection with its checkpoint, views and tables. */
async function dropProjection(client: Client, projection: string): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    const { rows } = await client.query<{ schema: string }>(
      `with live as (delete from projector.checkpoints where projection = $1 returning schema),
         build as (delete from projector.builds where projection = $1 returning schema),
         requested as (delete from projector.rebuilds where projection = $1)
       select schema from live union select schema from build`,
      [projection],
    )
    for (const { schema } of rows) await client.query(`drop schema if exists ${quoted(schema)} cascade`)
    for (const table of ['parked', 'parked_builds'])
      await client.query(`delete from projector.${table} where projection = $1`, [projection])
  })
}

/**
 * Drops projections that were removed from the code. They are named, because an unknown one may belong to a newer
 * build.
 * @returns whether all are dropped: one that an older build still leads is dropped later
 */
export async function retire(candidate: Candidate, retired: readonly string[]): Promise<boolean> {
  let areDropped = true
  for (const name of retired) {
    const locks = (await versionsOf(candidate.client, name)).map(version => `${name}@${version}`)
    if (locks.length === 0) continue
    const gained = await candidate.claim(locks)
    const isFree = gained.length === locks.length
    areDropped &&= isFree
    try {
      if (isFree) await dropProjection(candidate.client, name)
    } finally {
      for (const lock of gained) await candidate.release(lock)
    }
  }
  return areDropped
}

/** Drops the schemas of these projections that are neither live nor being built. */
export async function dropUnusedSchemas(client: Client, projections: readonly Projection[]): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_catalog.pg_namespace
     where regexp_replace(nspname, '_v[0-9]+(_b)?$', '') = any($1) and nspname ~ '_v[0-9]+(_b)?$'
     and nspname not in (select schema from projector.checkpoints union select schema from projector.builds)`,
    [projections.map(({ name }) => name.replaceAll('-', '_'))],
  )
  for (const { schema } of rows) {
    await inTransaction(client, async () => {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      // Another instance may have dropped it meanwhile.
      await client.query(`drop schema if exists ${quoted(schema)} cascade`)
    })
  }
}
