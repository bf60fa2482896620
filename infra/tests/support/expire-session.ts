import type { TestedProduct } from './product.ts'

/**
 * Ends a session in the read table only. The log does not say so, and other files compare the table with the log. So the
 * caller puts the row back with the returned function.
 */
export async function expireSession({ query }: TestedProduct, sid: string): Promise<() => Promise<void>> {
  const [row] = await query('select expire::text from read.sessions where sid = $1', [sid])
  if (!row) throw new Error(`There is no session ${sid}.`)
  await query(`update read.sessions set expire = now() - interval '1 second' where sid = $1`, [sid])
  return async () => {
    await query('update read.sessions set expire = $2 where sid = $1', [sid, row.expire])
  }
}
