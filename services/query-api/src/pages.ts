/** Small enough that nothing of it outlives its turn: a million rows then take no more memory than a few pages. */
export const pageSize = 250

/**
 * All rows of a query, page by page, in the order of their positions. Each page is a statement of its own: nothing
 * is open in the database while the reader of the rows takes its time, and nothing is read once it is gone.
 * @param pageAfter the next `pageSize` rows after a position; the empty one lies before all
 */
export async function* pages<Row>(
  pageAfter: (position: string) => Promise<Row[]>,
  positionOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let after = ''
  for (;;) {
    const rows = await pageAfter(after)
    const last = rows.at(-1)
    if (last === undefined) return
    const isLast = rows.length < pageSize
    after = positionOf(last)
    // From here on they are the reader's, to do with as it likes.
    yield rows
    if (isLast) return
  }
}
