import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Migration } from '../port.ts'

/** What brings a log of the version before to the next one. A shipped one is never edited: there is a next. */
export const migrations: readonly string[] = ['1-log', '2-version', '3-packed', '4-damaged-names'].map(name =>
  readFileSync(new URL(`./migrations/${name}.sql`, import.meta.url), 'utf8'),
)

/** The version of this build's log. */
export const schemaVersion = migrations.length

/**
 * A migration of a great log takes as long as it takes, and so does waiting for another process that is at it; its commit
 * removes the files of the former table. A start that gave up there would have failed with all of it done.
 */
const timeoutMs = 24 * 3_600_000
const patiently = (client: pg.ClientBase, text: string) =>
  client.query({ text, query_timeout: timeoutMs } as pg.QueryConfig)

/**
 * Brings the log to the newest version, step by step, each in a transaction. Processes that start together take turns; a
 * step that fails or is killed leaves the version before, and the next start goes on from there.
 * @returns the version that the log then has: greater than `steps.length` where a newer build was here
 */
export async function migrate(
  client: pg.ClientBase,
  steps: readonly string[] = migrations,
  onMigration: (migration: Migration) => void = () => {},
): Promise<number> {
  for (;;) {
    const version = await step(client, steps, onMigration)
    if (version >= steps.length) return version
  }
}

async function step(
  client: pg.ClientBase,
  steps: readonly string[],
  onMigration: (migration: Migration) => void,
): Promise<number> {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = ${timeoutMs}`)
    await patiently(client, `select pg_advisory_xact_lock(hashtextextended('log.schema', 0))`)
    const version = await versionOf(client)
    const next = steps[version]
    if (next !== undefined) {
      if (version > 0) onMigration({ version: version + 1, bytes: await bytesOf(client) })
      await patiently(client, next)
      if (version > 0) await patiently(client, `update log.meta set schema_version = ${version + 1}`)
    }
    await patiently(client, 'commit')
    return next === undefined ? version : version + 1
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function bytesOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(`select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
    where relnamespace = 'log'::regnamespace and relkind = 'r'`)
  return rows[0].bytes
}

/** 0: there is no log. */
export async function versionOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(`
    select to_regclass('log.meta') is not null as log, exists (
      select from pg_attribute where attrelid = to_regclass('log.meta') and attname = 'schema_version'
    ) as version`)
  if (!rows[0].log) return 0
  if (!rows[0].version) return 1
  const found = await client.query('select schema_version from log.meta')
  return found.rows[0].schema_version
}
