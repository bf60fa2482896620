import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What a ticket is good for is signed with it: one for an upload opens no export, though one key signs them all.
 * A purpose has always the same number of parts, none of them with a line break.
 */
type Purpose = 'upload' | 'admin-export' | 'password-reset'

/** Of what is handed out and comes back; it can be put into an address as it is. */
export function ticketSignature(key: Uint8Array, purpose: Purpose, ...parts: readonly string[]): string {
  return createHmac('sha256', key)
    .update([purpose, ...parts].join('\n'))
    .digest('base64url')
}

/** Takes as long for any wrong signature: nobody finds the right one letter by letter. */
export function isSigned(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
