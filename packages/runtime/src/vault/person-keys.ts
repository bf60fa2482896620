import { createSecretKey, randomBytes } from 'node:crypto'
import type { DatabasePool } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'
import { migrate } from '../postgres/migrate.ts'
import { open, seal } from '../sealing/cipher.ts'
import { KeyDestroyed, type Keyring, type PersonKey } from '../sealing/keyring.ts'
import { type KeyCache, keyCache } from './key-cache.ts'

const row = z.object({ person: z.string(), version: z.int(), wrapped: z.string().nullable() })
type Row = z.infer<typeof row>

/** The channel on which a destroyed key's person is named. */
export const destroyedChannel = 'person_key_destroyed'

export function migrateVault(pool: DatabasePool): Promise<void> {
  return migrate(pool, 'vault', new URL('./vault.sql', import.meta.url))
}

/**
 * The keys of persons, in Postgres, each wrapped by `kek` (32 bytes, which is never in the database).
 * @param cache of unwrapped keys. This one does not hear of keys that other processes destroy: `openVault` does.
 */
export function personKeys(pool: DatabasePool, kek: Uint8Array, cache: KeyCache = keyCache()): Keyring {
  function unwrapped({ person, version, wrapped }: Row): PersonKey {
    if (wrapped === null) throw new KeyDestroyed(person)
    return { person, version, key: createSecretKey(open(kek, wrapped, wrapping(person, version))) }
  }

  async function find(persons: readonly string[]): Promise<readonly Row[]> {
    return pool.any(sql.type(row)`
      select person, version, wrapped from vault.person_keys where person = any(${sql.array(persons, 'text')})`)
  }

  /** Where two processes make a key for a person at the same time, both get the one that was inserted first. */
  async function make(person: string): Promise<Row> {
    const wrapped = seal(kek, randomBytes(32), wrapping(person, 1))
    await pool.query(sql.type(row)`
      insert into vault.person_keys (person, wrapped) values (${person}, ${wrapped}) on conflict do nothing`)
    const [made] = await find([person])
    if (!made) throw new Error(`the key of ${person} vanished while it was made`)
    return made
  }

  return {
    async sealing(person) {
      const cached = cache.get(person)
      if (cached) return cached
      const keep = cache.reading()
      const [found] = await find([person])
      const key = unwrapped(found ?? (await make(person)))
      keep(key)
      return key
    },

    async opening(persons) {
      const keys = new Map<string, PersonKey | 'destroyed'>()
      const unknown: string[] = []
      for (const person of persons) {
        const cached = cache.get(person)
        if (cached) keys.set(person, cached)
        else unknown.push(person)
      }
      const keep = cache.reading()
      for (const found of unknown.length > 0 ? await find(unknown) : []) {
        if (found.wrapped === null) {
          keys.set(found.person, 'destroyed')
          continue
        }
        const key = unwrapped(found)
        keys.set(found.person, key)
        keep(key)
      }
      return keys
    },

    async destroy(person) {
      // The notification is sent with the commit: whoever hears it finds no key any more.
      await pool.query(sql.unsafe`
        with destroyed as (
          insert into vault.person_keys (person, wrapped, destroyed_at) values (${person}, null, now())
          on conflict (person) do update set wrapped = null, destroyed_at = now()
          where vault.person_keys.destroyed_at is null)
        select pg_notify(${destroyedChannel}, ${person})`)
      cache.forget(person)
    },
  }
}

/** Binds a wrapped key to its person: moved to another row it cannot be opened. */
function wrapping(person: string, version: number): string {
  return `person-key\n${person}\n${version}`
}
