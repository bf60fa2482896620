import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** The other services make their tables when they start, which may be after this one. */
export function hasTable(pool: DatabasePool, name: string): Promise<boolean> {
  return pool.oneFirst(
    sql.type(z.object({ there: z.boolean() }))`select to_regclass(${name}) is not null as there`,
  )
}
