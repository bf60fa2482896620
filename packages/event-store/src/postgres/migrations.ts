import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** What brings a log of the version before to the next one. A shipped one is never edited: there is a next. */
export const migrations: readonly string[] = ['1-log'].map(name =>
  readFileSync(new URL(`./migrations/${name}.sql`, import.meta.url), 'utf8'),
)

/** The version of this build's log. */
export const schemaVersion = migrations.length

/**
 * A migration of a great log takes as long as it takes, and so does waiting for another process that is at it; its commit
 * may remove the files of a former table. A start that gave up there would have failed with all of it done.
 */
const timeoutMs = 24 * 3_600_000
const patiently = (client: pg.ClientBase, text: string) =>
  client.query({ text, query_timeout: timeoutMs } as pg.QueryConfig)

/**
 * Brings the log to the newest version, step by step, each in a transaction. Processes that start together take turns; a
 * step that fails or is killed leaves the version before, and the next start goes on from there.
 * @returns the version that the log then has: greater than `steps.length` where a newer build was here
 */
export async function migrate(client: pg.ClientBase, steps: readonly string[] = migrations): Promise<number> {
  for (;;) {
    const version = await step(client, steps)
    if (version >= steps.length) return version
  }
}

async function step(client: pg.ClientBase, steps: readonly string[]): Promise<number> {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = ${timeoutMs}`)
    await patiently(client, `select pg_advisory_xact_lock(hashtextextended('log.schema', 0))`)
    const version = await versionOf(client)
    const next = steps[version]
    if (next !== undefined) {
      await patiently(client, next)
      await client.query(`update log.meta set schema_version = ${version + 1}`)
    }
    await patiently(client, 'commit')
    return next === undefined ? version : version + 1
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** 0: there is no log. */
export async function versionOf(client: pg.ClientBase): Promise<number> {
  // Read from the catalogue: `to_regclass` may still answer that a name is absent which this connection missed before.
  const named = `select from pg_tables where schemaname = 'log' and tablename = 'meta'`
  if ((await client.query(named)).rowCount === 0) return 0
  return (await client.query('select schema_version from log.meta')).rows[0].schema_version
}
