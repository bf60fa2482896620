import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import type { Secrets } from '../secrets.ts'

/** A key-encryption key: it wraps the keys of persons. */
export type Kek = { id: string; key: KeyObject }

type KekSecrets = Pick<Secrets, 'kek' | 'formerKek'>

export type Keks = ReturnType<typeof keksOf>

/** The key-encryption keys of this process. @param again reads them from their file, which may have changed meanwhile */
export function keksOf(secrets: KekSecrets, again: () => KekSecrets = () => secrets) {
  let known = keksIn(secrets)
  const reread = () => {
    known = keksIn(again())
  }
  const held = (id: string) => known.find(kek => kek.id === id)
  return {
    /** The one that wraps new keys. */
    current: () => known[0],
    /** All of them: two while a change from one to the other is under way. */
    all: (): readonly Kek[] => known,
    /** @throws {KekUnknown} the key file has none with this id, even after reading it again */
    find(id: string): Kek {
      if (!held(id)) reread()
      const found = held(id)
      if (!found) throw new KekUnknown()
      return found
    },
    reread,
  }
}

function keksIn({ kek, formerKek }: KekSecrets): readonly [Kek, ...Kek[]] {
  return [kekOf(kek), ...(formerKek ? [kekOf(formerKek)] : [])]
}

/** Its id tells nothing about it, and is the same in every process that has it. */
export function kekOf(bytes: Uint8Array): Kek {
  return {
    id: createHmac('sha256', bytes).update('key-encryption key').digest('hex').slice(0, 16),
    key: createSecretKey(bytes),
  }
}

/** The key file lacks a key-encryption key: the operator has to restore it. No person's key is lost. */
export class KekUnknown extends Refusal {
  override readonly name = 'KekUnknown'
  constructor() {
    super(
      'The keys of persons in the database are wrapped by another key than the key file holds: it is older than the database, or another one’s. Put the right one in its place.',
    )
  }
}
