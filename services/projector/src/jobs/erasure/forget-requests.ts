import { type DatabasePool, sql } from 'slonik'
import { hasTable } from '../has-table.ts'

/**
 * What is kept so that a repeated request is answered as before: of those that a customer sent, and of the one that
 * made an account, a lead or a questionnaire, which whoever sent it was not known for yet.
 */
export async function forgetRequests(pool: DatabasePool, id: string): Promise<void> {
  if (!(await hasTable(pool, 'command.idempotency'))) return
  await pool.query(sql.unsafe`delete from command.idempotency where caller = ${id} or seed::text = ${id}`)
}
