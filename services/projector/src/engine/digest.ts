import type { CommonQueryMethods } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'

/** The contents of a table in a form to compare: the same for the same rows in any order. */
const digest = z.object({ rowCount: z.int(), hash: z.string() })
export type Digest = z.infer<typeof digest>

/** Sums two hashes per row, over all columns, which needs neither memory nor sorting, however large the table is. */
export async function digestOf(db: CommonQueryMethods, schema: string, table: string): Promise<Digest> {
  return db.one(sql.type(digest)`
    select count(*)::int as "rowCount", concat_ws(' ',
      coalesce(sum(hashtextextended(held::text, 0)::numeric), 0),
      coalesce(sum(hashtextextended(held::text, 1)::numeric), 0)) as hash
    from ${sql.identifier([schema, table])} as held`)
}
