import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Migrations of the log, in order. Never edit a shipped one: add a new one. */
export const migrations: readonly string[] = ['1-log'].map(name =>
  readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8'),
)

/** The version of the log in this build. */
export const schemaVersion = migrations.length

/**
 * A migration of a large log takes long, and so does waiting for another process that runs it. Its commit may delete the
 * files of an old table. If a start gave up there, it would fail although the work is done.
 */
const timeoutMs = 24 * 3_600_000
const patiently = (text: string) => ({ text, query_timeout: timeoutMs })
const queryPatiently = (client: pg.ClientBase, text: string) => client.query(patiently(text))

/**
 * Runs the missing steps in one transaction. Processes that start together take turns. A failed or killed migration leaves the
 * version before.
 * @returns the resulting version: greater than `steps.length` if a newer build was here
 */
export async function migrate(client: pg.ClientBase, steps: readonly string[] = migrations): Promise<number> {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = ${timeoutMs}`)
    await queryPatiently(client, `select pg_advisory_xact_lock(hashtextextended('log.schema', 0))`)
    const version = await versionOf(client)
    for (const step of steps.slice(version)) await queryPatiently(client, step)
    if (version < steps.length) await client.query(`update log.meta set schema_version = ${steps.length}`)
    await queryPatiently(client, 'commit')
    return Math.max(version, steps.length)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** 0: there is no log. */
export async function versionOf(client: pg.ClientBase): Promise<number> {
  // Read the catalogue: `to_regclass` can still report a table as absent that this connection missed before.
  const named = `select from pg_tables where schemaname = 'log' and tablename = 'meta'`
  if ((await client.query(named)).rowCount === 0) return 0
  return (await client.query('select schema_version from log.meta')).rows[0].schema_version
}
