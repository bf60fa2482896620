/**
 * What a customer has made so far, newest first: of two rows of one id the newer counts. A later state shares all of
 * an earlier one's: nothing is copied, however many there are.
 */
export type Made<Row extends { id: string }> = { readonly row: Row; readonly before: Made<Row> } | null

export function findMade<Row extends { id: string }>(made: Made<Row>, id: string): Row | null {
  for (let at = made; at; at = at.before) if (at.row.id === id) return at.row
  return null
}
