/** In rows. Small pages are freed before the next ones come, so a million rows need the memory of a few pages. */
export const pageSize = 1_000

/**
 * All rows of a query, page by page, in the order of their positions. Each page is its own statement: a slow reader
 * keeps nothing open in the database, and after it has left nothing is read.
 * @param pageAfter the next rows after a position, `size` of them
 */
export async function* paginate<Row>(
  pageAfter: (position: string) => Promise<Row[]>,
  positionOf: (row: Row) => string,
  size = pageSize,
): AsyncGenerator<Row[]> {
  let after = ''
  for (;;) {
    const rows = await pageAfter(after)
    const last = rows.at(-1)
    if (last === undefined) return
    const isLast = rows.length < size
    after = positionOf(last)
    // After this line `rows` must not be used: the reader may change them.
    yield rows
    if (isLast) return
  }
}
