/**
 * What a customer has created so far, as a linked list, newest first; of two rows with one id the newer counts. A new
 * state shares the list of the old one, so that folding copies nothing.
 */
export type Made<Row extends { id: string }> = { readonly row: Row; readonly before: Made<Row> } | null

export function findMade<Row extends { id: string }>(made: Made<Row>, id: string): Row | null {
  for (let at = made; at; at = at.before) if (at.row.id === id) return at.row
  return null
}
