import { createHmac } from 'node:crypto'
import { uuidOf } from '@tba/runtime/digest-uuid.ts'

/** An administrator's id is made from the address, so that an address has one administrator without a claim. */
export function adminIdOf(emailHashKey: Uint8Array, email: string): string {
  return uuidOf(
    createHmac('sha256', emailHashKey).update(`admin\n${email.trim().toLowerCase()}`).digest('hex'),
  )
}
