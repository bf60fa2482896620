import { randomUUID } from 'node:crypto'
import { isSigned, ticketSignature } from '@tba/runtime/ticket-signature.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const minutes = 15

/**
 * Addresses to upload one picture to. The signature spares the database whatever was made up; the row makes sure
 * that an address is used once.
 */
export type UploadTickets = {
  issue(accountId: string): Promise<{ path: string }>
  /** Whose ticket it is, or null where it is forged, used or expired. */
  holder(ticketId: string, signature: string): Promise<string | null>
  /** False where somebody used it meanwhile. */
  use(ticketId: string): Promise<boolean>
  /** The picture is gone. */
  forget(ticketId: string): Promise<void>
  /** Whether this account uploaded a picture with this ticket in the last day: older ones that nobody chose go. */
  wasUsedBy(accountId: string, ticketId: string): Promise<boolean>
}

const uploadPath = '/api/objects/uploads'
const accountRow = sql.type(z.object({ accountId: z.uuid() }))

export function uploadTickets(pool: DatabasePool, key: Uint8Array): UploadTickets {
  const sign = (ticketId: string) => ticketSignature(key, 'upload', ticketId)

  return {
    async issue(accountId) {
      const id = randomUUID()
      await pool.query(sql.unsafe`
        insert into command.upload_tickets (id, account_id, expires_at)
        values (${id}, ${accountId}, now() + make_interval(mins => ${minutes}))`)
      return { path: `${uploadPath}/${id}?signature=${sign(id)}` }
    },
    async holder(ticketId, signature) {
      if (!isSigned(signature, sign(ticketId))) return null
      const found = await pool.maybeOne(accountRow`
        select account_id as "accountId" from command.upload_tickets
        where id = ${ticketId} and used_at is null and expires_at > now()`)
      return found?.accountId ?? null
    },
    async use(ticketId) {
      const { rowCount } = await pool.query(sql.unsafe`
        update command.upload_tickets set used_at = now()
        where id = ${ticketId} and used_at is null and expires_at > now()`)
      return rowCount === 1
    },
    async forget(ticketId) {
      await pool.query(sql.unsafe`delete from command.upload_tickets where id = ${ticketId}`)
    },
    wasUsedBy: (accountId, ticketId) =>
      pool.exists(sql.unsafe`
        select from command.upload_tickets
        where id = ${ticketId} and account_id = ${accountId} and used_at > now() - interval '1 day'`),
  }
}
