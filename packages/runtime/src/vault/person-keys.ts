import { randomBytes } from 'node:crypto'
import { type DatabasePool, ForeignKeyIntegrityConstraintViolationError, sql } from 'slonik'
import { z } from 'zod'
import { migrate } from '../postgres/migrate.ts'
import { KeyDestroyed, KeyMissing, type Keyring, type PersonKey } from '../sealing/keyring.ts'
import { type Keks, registerKek } from './keks.ts'
import { type KeyCache, keyCache } from './key-cache.ts'
import { unwrap, wrap, wrapped } from './wrapping.ts'

const row = wrapped.extend({ wrapped: z.string().nullable(), kekId: z.string().nullable() })
type Row = z.infer<typeof row>

/** The channel that announces the person of a destroyed key. */
export const destroyedChannel = 'person_key_destroyed'

export function migrateVault(pool: DatabasePool): Promise<void> {
  return migrate(pool, 'vault', new URL('./schema/', import.meta.url))
}

/**
 * The keys of persons in PostgreSQL. Each is wrapped by a KEK, which is never in the database.
 * @param cache of unwrapped keys. Only `openVault` removes keys that other processes destroy
 */
export function personKeys(pool: DatabasePool, keks: Keks, cache: KeyCache = keyCache()): Keyring {
  /** Null: the row does not open, so there is no key. */
  function opened({ wrapped, kekId, ...rest }: Row): PersonKey | 'destroyed' | null {
    if (wrapped === null || kekId === null) return 'destroyed'
    const { person, version, keyId } = rest
    const key = unwrap(keks, { ...rest, wrapped, kekId })
    return key && { person, version, id: keyId, key }
  }

  async function find(persons: readonly string[]): Promise<readonly Row[]> {
    return pool.any(sql.type(row)`
      select person, version, key_id as "keyId", kek_id as "kekId", wrapped
      from vault.person_keys where person = any(${sql.array(persons, 'text')})`)
  }

  /** If two processes create a key at the same time, both get the one that was inserted first. */
  async function createKey(person: string): Promise<Row> {
    const bytes = randomBytes(32)
    try {
      await insert(person, bytes)
    } catch (error) {
      if (!(error instanceof ForeignKeyIntegrityConstraintViolationError)) throw error
      // This KEK was retired since the key file was read, or is not registered yet.
      await registerKek(pool, keks)
      await insert(person, bytes)
    }
    const [created] = await find([person])
    if (!created) throw new Error(`the key of ${person} vanished while it was created`)
    return created
  }

  async function insert(person: string, bytes: Uint8Array): Promise<void> {
    const kek = keks.current()
    const wrapped = wrap(kek, bytes, { person, version: 1 })
    await pool.query(sql.unsafe`
      insert into vault.person_keys (person, wrapped, kek_id) values (${person}, ${wrapped}, ${kek.id})
      on conflict do nothing`)
  }

  return {
    async sealing(person, isFirst) {
      const cached = cache.get(person)
      if (cached) return cached
      const keep = cache.reading()
      const [found] = await find([person])
      if (!found && !(await isFirst())) throw new KeyMissing(person)
      const key = opened(found ?? (await createKey(person)))
      if (key === 'destroyed') throw new KeyDestroyed(person)
      if (!key) throw new KeyMissing(person)
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
        const key = opened(found)
        if (key) keys.set(found.person, key)
        if (key && key !== 'destroyed') keep(key)
      }
      return keys
    },

    // Only `withErasureList` records the erasure, in a file beside the key file.
    async willErase() {},

    async willDestroy() {},

    async destroy(person) {
      // The notification is sent at commit: a process that gets it finds no key.
      await pool.query(sql.unsafe`
        with destroyed as (
          insert into vault.person_keys (person, wrapped, destroyed_at) values (${person}, null, now())
          on conflict (person) do update set wrapped = null, kek_id = null, destroyed_at = now()
          where vault.person_keys.destroyed_at is null)
        select pg_notify(${destroyedChannel}, ${person})`)
      cache.forget(person)
    },
  }
}

export async function destroyedPersons(pool: DatabasePool): Promise<readonly string[]> {
  return pool.anyFirst(sql.type(z.object({ person: z.string() }))`
    select person from vault.person_keys where wrapped is null order by destroyed_at`)
}

export async function personsWithKey(pool: DatabasePool, persons: readonly string[]) {
  return pool.anyFirst(sql.type(z.object({ person: z.string() }))`
    select person from vault.person_keys
    where wrapped is not null and person = any(${sql.array(persons, 'text')})`)
}
