import { createHmac } from 'node:crypto'

/** The keyed hash that names an address's stream. Its key never rotates, or no address would be found again. */
export function emailHash(key: Uint8Array, email: string): string {
  return createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex')
}
