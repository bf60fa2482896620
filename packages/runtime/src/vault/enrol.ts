import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type Keks, KekUnknown } from './keks.ts'
import { unwrap, type Wrapped, wrapped } from './wrapping.ts'

/** What is looked at to tell whether keys from before keks had ids are ours. */
const sampleSize = 20

/**
 * Checks that the key file is the one that opens this vault, and registers its current key-encryption key: the database
 * accepts keys wrapped by registered ones only.
 * @throws {KekUnknown}
 */
export async function enrol(pool: DatabasePool, keks: Keks): Promise<void> {
  await pool.transaction(async transaction => {
    await transaction.any(
      sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended('vault keks', 0))::text`,
    )
    const ids = await transaction.anyFirst(sql.type(z.object({ id: z.string() }))`select id from vault.keks`)
    if (ids.includes(keks.current().id)) return
    keks.reread()
    const isKnown = keks.all().some(({ id }) => ids.includes(id))
    if (!isKnown && !(await isOurs(transaction, { keks, ids }))) throw new KekUnknown()
    await admit(transaction, keks)
  })
}

/** True for a vault without keys, and for one whose keys were wrapped by ours before a kek had an id. */
async function isOurs(
  db: CommonQueryMethods,
  { keks, ids }: { keks: Keks; ids: readonly string[] },
): Promise<boolean> {
  const sample: readonly Wrapped[] = await db.any(sql.type(wrapped)`
    select person, version, key_id as "keyId", kek_id as "kekId", wrapped from vault.person_keys
    where wrapped is not null order by kek_id is null desc limit ${sampleSize}`)
  if (sample.length === 0) return true
  return ids.length === 0 && sample.some(row => unwrap(keks, row) !== null)
}

async function admit(db: CommonQueryMethods, keks: Keks): Promise<void> {
  const { id } = keks.current()
  await db.query(sql.unsafe`insert into vault.keks (id) values (${id}) on conflict do nothing`)
  await db.query(sql.unsafe`
    delete from vault.keks where id <> all(${sql.array(
      keks.all().map(kek => kek.id),
      'text',
    )})
      and not exists (select from vault.person_keys)`)
}
