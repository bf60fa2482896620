import { createHmac, timingSafeEqual } from 'node:crypto'
import { exportType } from '@tba/events/admins/events.ts'
import { z } from 'zod'

const claims = z.strictObject({
  /** Names the stream that records its use. */
  id: z.uuid(),
  exported: exportType,
  adminId: z.uuid(),
  /** The session that it was asked for in, and ends with. */
  sid: z.uuid(),
  /** ISO 8601. */
  expiresAt: z.iso.datetime(),
})

/** What a download address stands for: a browser that follows a link sends no bearer token. */
export type ExportTicket = z.infer<typeof claims>

/** `<claims>.<signature>`, to be put into an address as it is. */
export function signExportTicket(key: Uint8Array, ticket: ExportTicket): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${payload}.${signature(key, payload)}`
}

/** @returns null where it was not made here, or is expired; whether it was used before is another question */
export function readExportTicket(key: Uint8Array, text: string, now = new Date()): ExportTicket | null {
  const [payload = '', signed = '', ...rest] = text.split('.')
  if (rest.length > 0 || !isSame(signed, signature(key, payload))) return null
  const ticket = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return Date.parse(ticket.expiresAt) > now.getTime() ? ticket : null
}

function signature(key: Uint8Array, payload: string): string {
  return createHmac('sha256', key).update(`admin-export\n${payload}`).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
