import { type DatabasePool, sql } from 'slonik'
import { hasTable } from '../has-table.ts'

/**
 * Removes the stored idempotency keys of a customer's requests, and that of the request that created an account, a lead or
 * a questionnaire (`seed`), whose caller was not signed in yet.
 */
export async function forgetRequests(pool: DatabasePool, id: string): Promise<void> {
  if (!(await hasTable(pool, 'command.idempotency'))) return
  await pool.query(sql.unsafe`delete from command.idempotency where caller = ${id} or seed::text = ${id}`)
}
