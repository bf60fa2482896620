import { readFile } from 'node:fs/promises'
import type { Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { type Client, escapeLiteral, escapeIdentifier as quoted } from 'pg'
import type { Member } from '../commit/batch.ts'
import { asSwapRefused } from '../database/faults.ts'
import { inTransaction } from '../database/transaction.ts'
import { foldAgain, passedSkipped, replaceParked } from '../parked/parked.ts'
import type { Projection } from '../projection.ts'
import { completeRebuilds } from './rebuilds.ts'

/**
 * The schemas of a projection: one is live behind the views, the next is built beside it. Everything runs on the
 * connection that holds the leader’s lock, so a former leader cannot run it.
 */

/** How long a swap may wait for running queries while newer ones queue up behind it. */
export const lockTimeoutMs = 50
/** The SQLSTATE for a view that cannot be replaced in its place. */
const otherColumns = '42P16'

/** The schema to build in: that of the version, or a second one where the same version is live and is rebuilt. */
export function nextSchema({ name, version }: Projection, live: string | null): string {
  const schema = `${name.replaceAll('-', '_')}_v${version}`
  return schema === live ? `${schema}_b` : schema
}

/** Replaces a schema by one with empty tables. Call it in a transaction. */
export async function createTables(
  client: { query(text: string): Promise<unknown> },
  schema: string,
  ddl: string,
): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)}`)
  await client.query(`set local search_path to ${quoted(schema)}`)
  await client.query(ddl)
}

/** Creates the tables to build in, and a checkpoint before the first event of the log. */
export async function createVersion(
  client: Client,
  projection: Projection,
  { schema, note }: { schema: string; note: string },
): Promise<void> {
  const ddl = await readFile(projection.sql, 'utf8')
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await createTables(client, schema, ddl)
    await writeNote(client, schema, note)
    await client.query(
      `insert into projector.builds as held (projection, version, position, epoch, schema) values ($1, $2, $3, 1, $4)
       on conflict (projection, version) do update
       set (position, epoch, schema, skipped, event_count, updated_at) =
         (excluded.position, held.epoch + 1, excluded.schema, '{}', 0, now())`,
      [projection.name, projection.version, origin, schema],
    )
    await client.query('delete from projector.parked_builds where projection = $1 and version = $2', [
      projection.name,
      projection.version,
    ])
  })
}

/** For a version that can never be live again. Its schema is dropped with the retired ones. */
export async function deleteBuild(client: Client, { name, version }: Projection): Promise<void> {
  await client.query('delete from projector.builds where projection = $1 and version = $2', [name, version])
}

/** Writes the note of the source into the comment on a schema. */
async function writeNote(client: Client, schema: string, note: string): Promise<void> {
  await client.query(`comment on schema ${quoted(schema)} is ${escapeLiteral(note)}`)
}

/** A build. It must not be behind the live tables, unless these are still at the outdated position. */
export type Built = { member: Member; schema: string; outdated: Position | null }

/**
 * Swaps builds in, in one transaction: views and checkpoints. Readers must never see older rows, so nothing is swapped
 * while the live version is ahead; an instance of an older build may still lead that.
 * What an operator skipped meanwhile is left out by a rebuild afterwards.
 * @returns the position to reach first if the live tables are ahead; else null @throws if a newer version has gone live
 * meanwhile
 */
export async function goLive(client: Client, built: readonly Built[]): Promise<Position | null> {
  const projections = built.map(({ member }) => member.projection)
  const names = projections.map(({ name }) => name)
  const versions = projections.map(({ version }) => version)
  return inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    const { rows } = await client.query<{ projection: string; version: number; position: Position }>(
      'select projection, version, position from projector.checkpoints where projection = any($1) for update',
      [names],
    )
    const ahead = aheadOf(built, rows)
    if (ahead !== null) return ahead
    for (const each of built) await replaceViews(client, each)
    // From here to the commit nothing is skipped: it would be forgotten.
    await client.query('lock table projector.skipped in share mode')
    const outdated = await passedSkipped(client, projections)
    await client.query(
      // Builds of older versions are removed too: they can never be live.
      `with built as (
         delete from projector.builds as held using unnest($1::text[], $2::int[]) as done (projection, version)
         where held.projection = done.projection and held.version <= done.version
         returning held.*, held.version = done.version as goes_live)
       insert into projector.checkpoints as live
         (projection, version, position, epoch, schema, event_count, events_per_second)
       select projection, version, position, epoch, schema, event_count, events_per_second
       from built where goes_live
       on conflict (projection) do update
       set (version, position, epoch, schema, event_count, events_per_second, in_steps, updated_at) =
         (excluded.version, excluded.position, greatest(excluded.epoch, live.epoch) + 1, excluded.schema,
          excluded.event_count, excluded.events_per_second, false, now())`,
      [names, versions],
    )
    await replaceParked(client, projections)
    await completeRebuilds(
      client,
      built.map(({ member }) => member),
    )
    await client.query(foldAgain, [outdated.join()])
    return null
  })
}

type Live = { projection: string; version: number; position: Position }

function aheadOf(built: readonly Built[], lives: readonly Live[]): Position | null {
  const ahead: Position[] = []
  for (const { member, outdated } of built) {
    const { position, projection } = member
    const live = lives.find(({ projection: name }) => name === projection.name)
    if (!live) continue
    if (live.version > projection.version) throw new Error(`a newer version of ${projection.name} is live`)
    if (live.position !== outdated && live.position > position) ahead.push(live.position)
  }
  return ahead.toSorted().at(-1) ?? null
}

/**
 * Lets the views lead to these tables. A view whose columns stay is replaced in its place, because an operator’s own view
 * may depend on it. @throws {SwapRefused}
 */
async function replaceViews(client: Client, { member, schema }: Built): Promise<void> {
  const { name: projection, tables } = member.projection
  for (const { name } of tables) {
    const view = `read.${quoted(name)}`
    const definition = `view ${view} as select * from ${quoted(schema)}.${quoted(name)}`
    try {
      await client.query(`savepoint replacing; create or replace ${definition}`).catch(error => {
        if (error.code !== otherColumns) throw error
        return client.query(`rollback to replacing; drop view ${view}; create ${definition}`)
      })
    } catch (error) {
      throw asSwapRefused(projection, error)
    }
  }
}
