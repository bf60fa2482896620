import type { CommonQueryMethods } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'

/** What a table holds, in a form that can be compared: equal for equal rows in whatever order. */
const digest = z.object({ rowCount: z.int(), hash: z.string() })
export type Digest = z.infer<typeof digest>

/** Sums of two hashes a row, over all its columns: they need no memory and no order, however large the table is. */
export async function digestOf(db: CommonQueryMethods, schema: string, table: string): Promise<Digest> {
  return db.one(sql.type(digest)`
    select count(*)::int as "rowCount", concat_ws(' ',
      coalesce(sum(hashtextextended(held::text, 0)::numeric), 0),
      coalesce(sum(hashtextextended(held::text, 1)::numeric), 0)) as hash
    from ${sql.identifier([schema, table])} as held`)
}
