import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import type { Secrets } from '../secrets.ts'

/** A key-encryption key (KEK) wraps the keys of persons. */
export type Kek = { id: string; key: KeyObject }

type KekSecrets = Pick<Secrets, 'kek' | 'formerKek'>

export type Keks = ReturnType<typeof keksOf>

/** The KEKs of this process. @param again reads them again from their file, which may have changed */
export function keksOf(secrets: KekSecrets, again: () => KekSecrets = () => secrets) {
  let known = keksIn(secrets)
  const reread = () => {
    known = keksIn(again())
  }
  const held = (id: string) => known.find(kek => kek.id === id)
  return {
    /** Wraps new keys. */
    current: () => known[0],
    /** Two while one KEK replaces the other. */
    all: (): readonly Kek[] => known,
    /** @throws {KekUnknown} the key file has no KEK with this id, also after reading it again */
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

/** The id reveals nothing about the key, and is the same in every process. */
export const kekOf = (bytes: Uint8Array): Kek => ({
  id: createHmac('sha256', bytes).update('key-encryption key').digest('hex').slice(0, 16),
  key: createSecretKey(bytes),
})

/**
 * Checks that the key file opens this vault, and registers its key-encryption key. The database accepts only keys that
 * a registered one wraps.
 * @throws {KekUnknown}
 */
export async function registerKek(pool: DatabasePool, keks: Keks): Promise<void> {
  await pool.transaction(async transaction => {
    await transaction.any(
      sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended('vault keks', 0))::text`,
    )
    const ids = await transaction.anyFirst(sql.type(z.object({ id: z.string() }))`select id from vault.keks`)
    if (ids.includes(keks.current().id)) return
    keks.reread()
    const isEmpty = !(await transaction.exists(
      sql.unsafe`select from vault.person_keys where wrapped is not null`,
    ))
    if (!isEmpty && !keks.all().some(({ id }) => ids.includes(id))) throw new KekUnknown()
    const own = sql.array(
      keks.all().map(({ id }) => id),
      'text',
    )
    await transaction.query(sql.unsafe`
      insert into vault.keks (id) values (${keks.current().id}) on conflict do nothing`)
    await transaction.query(sql.unsafe`
      delete from vault.keks where id <> all(${own}) and not exists (select from vault.person_keys)`)
  })
}

/** The key file lacks a KEK. The operator must restore the file. No person's key is lost. */
export class KekUnknown extends Refusal {
  override readonly name = 'KekUnknown'
  constructor() {
    super(
      'The key file does not open the keys of persons in the database: it is older than the database, or belongs to another one. Restore the right key file.',
    )
  }
}
