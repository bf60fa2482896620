import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { open, seal } from '../sealing/cipher.ts'
import type { Kek, Keks } from './keks.ts'

/** A row of the vault with a key. */
export const wrapped = z.object({
  person: z.string(),
  version: z.int(),
  keyId: z.string(),
  /** The KEK that wrapped it. */
  kekId: z.string(),
  wrapped: z.string(),
})
export type Wrapped = z.infer<typeof wrapped>

type KeyOwner = Pick<Wrapped, 'person' | 'version'>

export function wrap(kek: Kek, bytes: Uint8Array, whose: KeyOwner): string {
  return seal(kek.key, bytes, context(whose))
}

/** @returns null if the row is damaged @throws {KekUnknown} */
export function unwrap(keks: Keks, row: Wrapped): KeyObject | null {
  const bytes = unwrapBytes(keks.find(row.kekId), row)
  return bytes && createSecretKey(bytes)
}

export function unwrapBytes({ key }: Kek, row: Wrapped): Buffer | null {
  try {
    return open(key, row.wrapped, context(row))
  } catch {
    return null
  }
}

/** Binds a wrapped key to its person: it does not open in another row. */
const context = ({ person, version }: KeyOwner): string => `person-key\n${person}\n${version}`
