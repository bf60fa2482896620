import { createHmac } from 'node:crypto'

/** The keyed hash (hex) that names the stream of an address. A new key would find no address any more. */
export function emailHash(key: Uint8Array, email: string): string {
  return createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex')
}
