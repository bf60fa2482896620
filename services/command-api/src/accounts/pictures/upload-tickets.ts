import type { Picture } from '@tba/runtime/storage/pictures.ts'
import { isSigned, ticketSignature } from '@tba/runtime/tickets.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const validMinutes = 15
/** Each try may cost seconds of a processor. */
const maxTries = 5
/** Sending takes five minutes at most, and waiting to be re-encoded another ten. */
const reservedMinutes = 15

/** What a ticket ends with. */
type Holder = { accountId: string; sessionId: string; passwordSince: string }
export type Reservation = Holder & { ticketId: string; attempt: string }

const uploadPath = '/api/objects/uploads'
const holderRow = sql.type(z.object({ accountId: z.uuid(), sessionId: z.uuid(), passwordSince: z.string() }))
const countRow = sql.type(z.object({ count: z.int() }))

export type UploadTickets = ReturnType<typeof uploadTickets>

/** Each URL is for one picture. The signature refuses forged URLs without a query. The row makes each usable once. */
export function uploadTickets(pool: DatabasePool, key: Uint8Array) {
  const sign = (ticketId: string) => ticketSignature(key, 'upload', ticketId)

  return {
    async issue({ accountId, sessionId, passwordSince }: Holder) {
      const id = crypto.randomUUID()
      await pool.query(sql.unsafe`
        insert into command.upload_tickets (id, account_id, session_id, password_since, expires_at)
        values (${id}, ${accountId}, ${sessionId}, ${passwordSince}, now() + make_interval(mins => ${validMinutes}))`)
      return { path: `${uploadPath}/${id}?signature=${sign(id)}` }
    },
    /**
     * Keeps the ticket for one sender, before a byte of the body is read.
     * @returns null if it is forged, used, expired, reserved by another sender, or was tried five times
     */
    async reserve(ticketId: string, signature: string): Promise<Reservation | null> {
      if (!isSigned(signature, sign(ticketId))) return null
      const attempt = crypto.randomUUID()
      const holder = await pool.maybeOne(holderRow`
        update command.upload_tickets
        set attempt = ${attempt}, reserved_until = now() + make_interval(mins => ${reservedMinutes})
        where id = ${ticketId} and used_at is null and expires_at > now() and session_id is not null
          and tries < ${maxTries} and (reserved_until is null or reserved_until < now())
        returning account_id as "accountId", session_id as "sessionId", password_since as "passwordSince"`)
      return holder && { ...holder, ticketId, attempt }
    },
    /** After a failure the ticket may be tried again. Only tries with a complete body are counted. */
    async release({ ticketId, attempt }: Reservation, isTried: boolean) {
      await pool.query(sql.unsafe`
        update command.upload_tickets set reserved_until = null, tries = tries + ${isTried ? 1 : 0}
        where id = ${ticketId} and attempt = ${attempt} and used_at is null`)
    },
    /** False if it was erased meanwhile, or if another sender has reserved it. */
    async use({ ticketId, attempt }: Reservation): Promise<boolean> {
      const { rowCount } = await pool.query(sql.unsafe`
        update command.upload_tickets set used_at = now()
        where id = ${ticketId} and attempt = ${attempt} and used_at is null`)
      return rowCount === 1
    },
    /** Nothing was stored, so it counts as unused. */
    async undoUse({ ticketId, attempt }: Reservation) {
      await pool.query(sql.unsafe`
        update command.upload_tickets set used_at = null where id = ${ticketId} and attempt = ${attempt}`)
    },
    /** How many pictures this account uploaded in the last day, also the chosen one. */
    usedInADay: (accountId: string) =>
      pool.oneFirst(countRow`
        select count(*)::int as count from command.upload_tickets
        where account_id = ${accountId} and used_at > now() - interval '1 day'`),
    /** The picture can no longer be chosen, and is deleted like unused ones. */
    async retire({ accountId, pictureId }: Picture) {
      await pool.query(sql.unsafe`
        insert into command.upload_tickets (id, account_id, expires_at, used_at)
        values (${pictureId}, ${accountId}, now(), now() - interval '1 day')
        on conflict (id) do update set used_at = excluded.used_at`)
    },
    /** The picture is deleted. */
    async forget(ticketId: string) {
      await pool.query(sql.unsafe`delete from command.upload_tickets where id = ${ticketId}`)
    },
    /** Whether this account used this ticket in the last day. Older unused pictures are deleted. */
    wasUsedBy: (accountId: string, ticketId: string) =>
      pool.exists(sql.unsafe`
        select from command.upload_tickets
        where id = ${ticketId} and account_id = ${accountId} and used_at > now() - interval '1 day'`),
  }
}
