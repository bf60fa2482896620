import type { KeyObject } from 'node:crypto'
import type { StoredEvent } from '@tba/event-store/port.ts'

/** The key of a person. Destroying it makes everything sealed with it unreadable, in every copy. */
export type PersonKey = { person: string; version: number; id: string; key: KeyObject }

/** The key of each person, or that it was destroyed. A person without a row in the vault is absent. */
export type OpeningKeys = ReadonlyMap<string, PersonKey | 'destroyed'>

export interface Keyring {
  /**
   * Creates the key if there is none, but only before anything was sealed for the person. A second key would hide the
   * loss of the first.
   * @throws {KeyDestroyed} {KeyMissing}
   */
  sealing(person: string, isFirst: () => Promise<boolean>): Promise<PersonKey>
  opening(persons: readonly string[]): Promise<OpeningKeys>
  /** An erasure was ordered. A backup from before it must not lose its receipt. */
  willErase(order: StoredEvent): Promise<void>
  /** An erasure has started. A backup restored before the key is destroyed must not bring the person back. */
  willDestroy(person: string): Promise<void>
  destroy(person: string): Promise<void>
}

export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed'
  constructor(person: string) {
    super(`the key of ${person} was destroyed: nothing can be sealed for this person`)
  }
}

/** There is no key, and none was destroyed: the vault is older than the log, or belongs to another log. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing'
  constructor(person: string) {
    super(`the vault holds no key of ${person} that fits, and no record that it was destroyed`)
  }
}
