import { z } from 'zod'
import { seal } from './cipher.ts'

/** A broker password. The type keeps it from being mixed up with text that may be shown. */
export const sealedSecret = z.string().brand<'SealedSecret'>()
export type SealedSecret = z.infer<typeof sealedSecret>

/** @param account whose secret it is: a box moved to another account does not open */
export function sealSecret(brokerKey: Uint8Array, plain: string, account: string): SealedSecret {
  return seal(brokerKey, Buffer.from(plain), `broker-password:${account}`) as SealedSecret
}
