import type { SealedSecret } from '@tba/events/setup/events.ts'
import { seal } from './cipher.ts'

/** @param account the id of the owner: the secret does not open for another account */
export function sealSecret(brokerKey: Uint8Array, plain: string, account: string): SealedSecret {
  return seal(brokerKey, Buffer.from(plain), `broker-password:${account}`) as SealedSecret
}
