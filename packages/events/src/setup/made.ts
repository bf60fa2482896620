/**
 * What a customer has created so far, as a linked list, newest first; of two rows with one id the newer counts. A new
 * state shares the list of the old one, so that folding copies nothing.
 */
export type Made<Row extends { id: string }> = { readonly row: Row; readonly before: Made<Row> } | null

export function findMade<Row extends { id: string }>(made: Made<Row>, id: string): Row | null {
  for (let at = made; at; at = at.before) if (at.row.id === id) return at.row
  return null
}

/** Oldest first. */
export function rowsOf<Row extends { id: string }>(made: Made<Row>): Row[] {
  const rows: Row[] = []
  for (let at = made; at; at = at.before) rows.push(at.row)
  return rows.reverse()
}

/** Nobody presses so often; a program could, until its customer's every list holds up everybody. */
const most = 1_000

export function isFull(made: Made<{ id: string }>): boolean {
  let count = 0
  for (let at = made; at; at = at.before) count += 1
  return count >= most
}
