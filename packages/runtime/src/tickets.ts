import { createHmac, timingSafeEqual } from 'node:crypto'
import { exportType } from '@tba/events/admins/events.ts'
import { role } from '@tba/events/admins/roles.ts'
import { z } from 'zod'

/**
 * The purpose is part of the signed text, so that an upload ticket opens no export. Each purpose has a fixed number of
 * parts. No part contains a line break.
 */
type Purpose = 'upload' | 'admin-export' | 'known-browser' | LinkPurpose

/** Signs a ticket that comes back later. The signature needs no escaping in a URL. */
export function ticketSignature(key: Uint8Array, purpose: Purpose, ...parts: readonly string[]): string {
  return createHmac('sha256', key)
    .update([purpose, ...parts].join('\n'))
    .digest('base64url')
}

/** Compares in constant time, so that nobody can guess a signature character by character. */
export function isSigned(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The token of a link in a letter: `<holder>.<id>.<signature>`. It contains what the log knows and a signature, so that
 * no secret has to be stored in the log or in a job.
 */
type Link = {
  /** The owner: a customer's e-mail hash, or the id of an account or of a recipient. */
  holder: string
  id: string
}
type LinkPurpose = 'password-reset' | 'address-proof' | 'admin-invitation' | 'letters-confirm' | 'letters-end'

export function linkToken(key: Uint8Array, purpose: LinkPurpose, { holder, id }: Link): string {
  return `${holder}.${id}.${ticketSignature(key, purpose, holder, id)}`
}

/** @returns null if the token is forged, malformed, or has another purpose */
export function readLinkToken(key: Uint8Array, purpose: LinkPurpose, token: string): Link | null {
  const [holder = '', id = '', signed = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  return isSigned(signed, ticketSignature(key, purpose, holder, id)) ? { holder, id } : null
}

const claims = z.strictObject({
  /** Names the stream that records the use. */
  id: z.uuid(),
  exported: exportType,
  adminId: z.uuid(),
  role,
  /** The session that made the link. The link ends with it. */
  sid: z.uuid(),
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
