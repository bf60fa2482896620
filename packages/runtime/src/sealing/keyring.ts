import type { KeyObject } from 'node:crypto'

/** The keys of persons. Destroying one makes everything that was ever sealed with it unreadable, wherever it lies. */
export type PersonKey = { person: string; version: number; key: KeyObject }

export interface Keyring {
  /** The key to seal with, made at first use. @throws {KeyDestroyed} */
  sealing(person: string): Promise<PersonKey>
  /** The keys to open with; a person whose key was destroyed is absent. */
  opening(persons: readonly string[]): Promise<ReadonlyMap<string, PersonKey>>
  destroy(person: string): Promise<void>
}

export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed'
  constructor(person: string) {
    super(`the key of ${person} was destroyed: nothing can be sealed for them any more`)
  }
}
