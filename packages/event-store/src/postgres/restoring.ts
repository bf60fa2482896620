import type pg from 'pg'
import { migrate, migrations } from './migrations.ts'

/** A row that a fault of the disk has damaged comes out as readers see it: else no restore would take it. */
const sound = (json: string) => `case when ${json}::text is json object then ${json} else '{}' end as ${json}`

/**
 * What a backup takes of the log: its events in their order, and not where they stood. A copy of it gets other places.
 * All of them get the same transaction id, which every server has long drawn: below it, the order in which they are copied.
 */
export const inOrder = `
  select '3'::xid8, revision, recorded_at, event_id, stream, type, ${['data', 'metadata'].map(sound).join()}
  from log.events order by xid, position`
export const copyOut = `copy (${inOrder}) to stdout`

/**
 * In a transaction: has the log copied along its index. Of a great log a planner would rather sort all, in temporary files
 * as large as the log on the disk that it lies on.
 */
export async function alongIndex(client: pg.ClientBase): Promise<void> {
  await client.query('set local enable_sort = off')
}

export const copyIn = `copy log.events (xid, revision, recorded_at, event_id, stream, type, data, metadata) from stdin`

export type LogDescription = { generation: number; schemaVersion: number; newest: string | null }

/** Of a log that this build has opened. */
export async function describeLog(client: pg.ClientBase): Promise<LogDescription> {
  const { rows } = await client.query(`
    select generation, schema_version as "schemaVersion", (
      select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from log.events order by xid desc, position desc limit 1) as newest
    from log.meta`)
  return rows[0]
}

/** Whether a restore into this database was begun and did not come to its end: nothing may be started on it. */
export async function isRestoring(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('restore.under_way') is not null as restoring`)
  return rows[0].restoring
}

export async function markRestoring(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists restore')
  await client.query(
    'create table if not exists restore.under_way (since timestamptz not null default now())',
  )
  await client.query('alter table restore.under_way add column if not exists whole text')
}

/** All of this backup is there: only the marks are left to be removed. */
export async function markWhole(client: pg.ClientBase, backup: string): Promise<void> {
  await client.query('insert into restore.under_way (whole) values ($1)', [backup])
}

/** Whether the restore of this backup that left the mark came to its end but for that. */
export async function isWhole(client: pg.ClientBase, backup: string): Promise<boolean> {
  if (!(await isRestoring(client))) return false
  await markRestoring(client)
  const { rowCount } = await client.query('select 1 from restore.under_way where whole = $1', [backup])
  return rowCount !== 0
}

export async function unmarkRestoring(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema if exists restore cascade')
}

/**
 * Brings a log in, in the version in which it was backed up and then in this build's, under a generation that no position
 * handed out before has. Copying and all of it is one transaction.
 * @param copy sends the rows for `copyIn`
 */
export async function bringIn(
  client: pg.ClientBase,
  { generation, version }: { generation: number; version: number },
  copy: () => Promise<number>,
): Promise<number> {
  await migrate(client, migrations.slice(0, version))
  await client.query('begin')
  try {
    const count = await copy()
    await client.query('update log.meta set generation = $1', [generation])
    await client.query('commit')
    await migrate(client)
    return count
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Above every one that there was: of an earlier restore of the same backup too, as long as the clock goes on. */
export const generationAfter = (generation: number): number =>
  Math.max(generation + 1, Math.floor(Date.now() / 60_000))

/** Makes every position that was handed out before one of another log. @returns the generation */
export async function beginGeneration(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query('select generation from log.meta')
  const generation = generationAfter(rows[0].generation)
  await client.query('update log.meta set generation = $1', [generation])
  return generation
}
