import { createHmac } from 'node:crypto'

/** The keyed hash (hex) of an address; it names a stream. With another key no address would be found. */
export function emailHash(key: Uint8Array, email: string): string {
  return createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex')
}
