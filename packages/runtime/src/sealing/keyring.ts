import type { KeyObject } from 'node:crypto'

/** The keys of persons. Destroying one makes everything that was ever sealed with it unreadable, wherever it lies. */
export type PersonKey = { person: string; version: number; id: string; key: KeyObject }

/** By person: the key, or that it was destroyed. A person of whom the vault has no row is absent. */
export type OpeningKeys = ReadonlyMap<string, PersonKey | 'destroyed'>

export interface Keyring {
  /**
   * Made where there is none, but only before anything was sealed for them: a second key would hide that the first is gone.
   * @throws {KeyDestroyed} {KeyMissing}
   */
  sealing(person: string, isFirst: () => Promise<boolean>): Promise<PersonKey>
  opening(persons: readonly string[]): Promise<OpeningKeys>
  /** An erasure has begun: a backup that is put back before the key is destroyed must not bring the person back. */
  willDestroy(person: string): Promise<void>
  destroy(person: string): Promise<void>
}

export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed'
  constructor(person: string) {
    super(`the key of ${person} was destroyed: nothing can be sealed for them any more`)
  }
}

/** There is no key, and none was destroyed: the vault is older than the log, or belongs to another one. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing'
  constructor(person: string) {
    super(`the vault holds no key of ${person} that opens it, and does not say that it was destroyed`)
  }
}
