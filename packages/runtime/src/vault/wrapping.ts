import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { open, seal } from '../sealing/cipher.ts'
import type { Kek, Keks } from './keks.ts'

/** A row of the vault that holds a key. */
export const wrapped = z.object({
  person: z.string(),
  version: z.int(),
  keyId: z.string(),
  /** The key-encryption key that wrapped it. */
  kekId: z.string(),
  wrapped: z.string(),
})
export type Wrapped = z.infer<typeof wrapped>

type Whose = Pick<Wrapped, 'person' | 'version'>

export function wrap(kek: Kek, bytes: Uint8Array, whose: Whose): string {
  return seal(kek.key, bytes, context(whose))
}

/** @returns null where the row was damaged @throws {KekUnknown} */
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

/** Binds a wrapped key to its person: moved to another row it cannot be opened. */
function context({ person, version }: Whose): string {
  return `person-key\n${person}\n${version}`
}
