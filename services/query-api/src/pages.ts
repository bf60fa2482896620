import type { DatabasePool, QuerySqlToken } from 'slonik'
import type { z } from 'zod'

export const pageSize = 1_000

/**
 * All rows of a query, page by page, in the order of their positions. Each page is a statement of its own: nothing
 * is open in the database while the reader of the rows takes its time, and nothing is read once it is gone.
 * @param pageAfter the next `pageSize` rows after a position; the empty one lies before all
 */
export async function* pages<S extends z.ZodType<{ position: string }>>(
  pool: DatabasePool,
  pageAfter: (position: string) => QuerySqlToken<S>,
): AsyncGenerator<readonly z.output<S>[]> {
  let after = ''
  for (;;) {
    const rows = await pool.any(pageAfter(after))
    if (rows.length > 0) yield rows as readonly z.output<S>[]
    if (rows.length < pageSize) return
    after = rows.at(-1)?.position ?? after
  }
}
