import { type DatabasePool, ForeignKeyIntegrityConstraintViolationError, sql } from 'slonik'
import { z } from 'zod'
import { enrol } from './enrol.ts'
import type { Kek, Keks } from './keks.ts'
import { unwrapBytes, type Wrapped, wrap, wrapped } from './wrapping.ts'

const batchSize = 500

type Rewrapping = {
  keks: Keks
  /** The one to get rid of. */
  former: Kek
  /** How many keys have been wrapped anew so far. */
  onProgress: (count: number) => void
}

/**
 * Wraps every key of a person by the current key-encryption key, and then strikes the former one off the list of those
 * that may wrap. The services may go on meanwhile: one that still wraps by the former key is either seen here, or refused
 * by the database and reads its key file again. Done twice, or taken up where it was broken off, it comes to the same.
 * @throws {KeysDamaged}
 */
export async function rewrap(pool: DatabasePool, { keks, former, onProgress }: Rewrapping): Promise<number> {
  await enrol(pool, keks)
  const to = keks.current()
  const damaged = new Set<string>()
  let count = 0
  do {
    for await (const rows of portions(pool, to)) {
      const renewed = rows.map(row => renew(row, { former, to }) ?? row.person)
      for (const one of renewed) if (typeof one === 'string') damaged.add(one)
      const whole = renewed.filter(one => typeof one !== 'string')
      await replace(pool, to, whole)
      count += whole.length
      onProgress(count)
    }
    if (damaged.size > 0) throw new KeysDamaged([...damaged])
  } while (!(await strikeOff(pool, former)))
  return count
}

async function* portions(pool: DatabasePool, { id }: Kek): AsyncGenerator<readonly Wrapped[]> {
  for (let after = ''; ; ) {
    const rows = await pool.any(sql.type(wrapped)`
      select person, version, key_id as "keyId", kek_id as "kekId", wrapped from vault.person_keys
      where person > ${after} and wrapped is not null and kek_id is distinct from ${id}
      order by person limit ${batchSize}`)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.person
  }
}

type Renewed = { person: string; before: string; after: string }

/** Null: it opens by neither. */
function renew(row: Wrapped, { former, to }: { former: Kek; to: Kek }): Renewed | null {
  const bytes = unwrapBytes(former, row)
  return bytes && { person: row.person, before: row.wrapped, after: wrap(to, bytes, row) }
}

/** Only what is still as it was read: a key that was destroyed meanwhile stays so. */
async function replace(pool: DatabasePool, { id }: Kek, rows: readonly Renewed[]): Promise<void> {
  const columns = (['person', 'before', 'after'] as const).map(name =>
    sql.array(
      rows.map(row => row[name]),
      'text',
    ),
  )
  await pool.query(sql.unsafe`
    update vault.person_keys set wrapped = renewed.after, kek_id = ${id}
    from unnest(${sql.join(columns, sql.fragment`, `)}) as renewed (person, before, after)
    where person_keys.person = renewed.person and person_keys.wrapped = renewed.before`)
}

/** False where some key is still wrapped by it: the foreign key says so, that of a running insert too. */
async function strikeOff(pool: DatabasePool, { id }: Kek): Promise<boolean> {
  await pool.query(sql.unsafe`
    update vault.person_keys set kek_id = null where wrapped is null and kek_id = ${id}`)
  try {
    await pool.query(sql.unsafe`delete from vault.keks where id = ${id}`)
  } catch (error) {
    if (error instanceof ForeignKeyIntegrityConstraintViolationError) return false
    throw error
  }
  const left = sql.type(z.object({ count: z.int() }))`
    select count(*)::int as count from vault.person_keys where wrapped is not null and kek_id is null`
  return (await pool.oneFirst(left)) === 0
}

/** All the others are wrapped by the current one by now; the former has to stay for these. */
export class KeysDamaged extends Error {
  override readonly name = 'KeysDamaged'
  constructor(persons: readonly string[]) {
    super(`the keys of these persons open by neither key-encryption key: ${persons.join(', ')}`)
  }
}
