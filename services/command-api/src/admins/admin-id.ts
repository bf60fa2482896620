import { createHmac } from 'node:crypto'
import { uuidFromHash } from '@tba/runtime/uuid-from-hash.ts'

/** An administrator's id is made from the address, so that an address has one administrator without a claim. */
export function adminIdOf(emailHashKey: Uint8Array, email: string): string {
  return uuidFromHash(
    createHmac('sha256', emailHashKey).update(`admin\n${email.trim().toLowerCase()}`).digest('hex'),
  )
}
