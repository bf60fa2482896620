import type { SealedSecret } from '@tba/events/setup/sealed-secret.ts'
import { seal } from './cipher.ts'

/** @param account whose secret it is: a box moved to another account does not open */
export function sealSecret(brokerKey: Uint8Array, plain: string, account: string): SealedSecret {
  return seal(brokerKey, Buffer.from(plain), `broker-password:${account}`) as SealedSecret
}
