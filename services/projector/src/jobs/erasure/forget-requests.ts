import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Removes the stored idempotency keys of a customer's requests. Also that of the request that created an account, lead or
 * questionnaire (`seed`): its caller was not signed in.
 */
export async function forgetRequests(pool: DatabasePool, id: string): Promise<void> {
  if (!(await hasTable(pool, 'command.idempotency'))) return
  await pool.query(sql.unsafe`delete from command.idempotency where caller = ${id}`)
  // Streams that another program wrote can have other names.
  if (isUuid.test(id)) await pool.query(sql.unsafe`delete from command.idempotency where seed = ${id}::uuid`)
}
