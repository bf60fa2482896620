import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The purpose is part of the signed text, so that an upload ticket opens no export. Each purpose has a fixed number of
 * parts. No part contains a line break.
 */
type Purpose = 'upload' | 'admin-export' | 'password-reset' | 'admin-invitation' | 'known-browser'

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
