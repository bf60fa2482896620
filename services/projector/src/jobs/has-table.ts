import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** Whether a table exists: the other services make theirs when they start, which may be later. */
export function hasTable(pool: DatabasePool, name: string): Promise<boolean> {
  return pool.oneFirst(
    sql.type(z.object({ there: z.boolean() }))`select to_regclass(${name}) is not null as there`,
  )
}
