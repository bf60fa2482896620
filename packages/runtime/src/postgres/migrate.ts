import { readFile } from 'node:fs/promises'
import type { DatabasePool } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'

/**
 * Runs an idempotent `.sql` file in one transaction. Instances that start together take turns.
 * @param name of what is set up; it also names the lock
 */
export async function migrate(pool: DatabasePool, name: string, sqlFile: URL): Promise<void> {
  const statements = await readFile(sqlFile, 'utf8')
  await pool.transaction(async transaction => {
    await transaction.any(
      sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${`migrate ${name}`}, 0))::text`,
    )
    await transaction.query({ ...sql.unsafe`select 1`, sql: asOneStatement(statements) })
  })
}

/** Slonik uses the extended protocol, which takes one statement at a time. */
function asOneStatement(statements: string): string {
  if (/\$(migration|statements)\$/.test(statements)) throw new Error('a migration may not use these quotes')
  return `do $migration$ begin execute $statements$${statements}$statements$; end $migration$`
}
