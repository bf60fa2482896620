import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type Keks, KekUnknown } from './keks.ts'

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
