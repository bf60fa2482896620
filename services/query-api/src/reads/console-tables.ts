import { migrate } from '@tba/runtime/postgres/migrate.ts'
import type { DatabasePool } from 'slonik'

/** Makes the tables that the query-api writes, unless they are there. Until it succeeds, each call tries again. */
export function consoleTables(pool: DatabasePool): () => Promise<void> {
  let made: Promise<void> | null = null
  return () =>
    (made ??= migrate(pool, 'console', new URL('../questions/schema/', import.meta.url)).catch(error => {
      made = null
      throw error
    }))
}
