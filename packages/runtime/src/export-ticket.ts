import { exportType } from '@tba/events/admins/events.ts'
import { role } from '@tba/events/admins/roles.ts'
import { z } from 'zod'
import { isSigned, ticketSignature } from './ticket-signature.ts'

const claims = z.strictObject({
  /** Names the stream that records the use. */
  id: z.uuid(),
  exported: exportType,
  adminId: z.uuid(),
  role,
  /** The session that made the link. The link ends with it. */
  sid: z.uuid(),
  /** ISO 8601. */
  expiresAt: z.iso.datetime(),
})

/** The claims of a download link. They replace the bearer token, which a browser does not send with a link. */
export type ExportTicket = z.infer<typeof claims>

/** @returns `<claims>.<signature>`, which needs no escaping in a URL */
export function signExportTicket(key: Uint8Array, ticket: ExportTicket): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${payload}.${ticketSignature(key, 'admin-export', payload)}`
}

/** @returns null if forged or expired. The log knows whether it was used. */
export function readExportTicket(key: Uint8Array, text: string, now = new Date()): ExportTicket | null {
  const [payload = '', signed = '', ...rest] = text.split('.')
  if (rest.length > 0 || !isSigned(signed, ticketSignature(key, 'admin-export', payload))) return null
  const ticket = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return Date.parse(ticket.expiresAt) > now.getTime() ? ticket : null
}
