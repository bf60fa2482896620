import { createHmac } from 'node:crypto'
import { uuidOf } from '../digest-uuid.ts'

/** An administrator's id follows from the address, so that one address is one administrator without a claim. */
export function adminIdOf(emailHashKey: Uint8Array, email: string): string {
  return uuidOf(
    createHmac('sha256', emailHashKey).update(`admin\n${email.trim().toLowerCase()}`).digest('hex'),
  )
}
