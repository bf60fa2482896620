import { type DatabasePool, ForeignKeyIntegrityConstraintViolationError, sql } from 'slonik'
import { z } from 'zod'
import { type Kek, type Keks, registerKek } from './keks.ts'
import { unwrapBytes, type Wrapped, wrap, wrapped } from './wrapping.ts'

const batchSize = 500

type Rewrapping = {
  keks: Keks
  /** The KEK to replace. */
  former: Kek
  /** The number of rewrapped keys so far. */
  onProgress: (count: number) => void
}

/**
 * Wraps every person's key with the current KEK, then retires the former one. It can be repeated, and services may run:
 * a key that a service still wraps with the former KEK is found here, or refused by the database.
 * @throws {KeysDamaged}
 */
export async function rewrap(pool: DatabasePool, { keks, former, onProgress }: Rewrapping): Promise<number> {
  await registerKek(pool, keks)
  const to = keks.current()
  const damaged = new Set<string>()
  let count = 0
  do {
    for await (const rows of batches(pool, to)) {
      const renewed = rows.map(row => rewrapRow(row, { former, to }) ?? row.person)
      for (const one of renewed) if (typeof one === 'string') damaged.add(one)
      const whole = renewed.filter(one => typeof one !== 'string')
      await replace(pool, to, whole)
      count += whole.length
      onProgress(count)
    }
    if (damaged.size > 0) throw new KeysDamaged([...damaged])
  } while (!(await retireKek(pool, former)))
  return count
}

async function* batches(pool: DatabasePool, { id }: Kek): AsyncGenerator<readonly Wrapped[]> {
  for (let after = ''; ; ) {
    const rows = await pool.any(sql.type(wrapped)`
      select person, version, key_id as "keyId", kek_id as "kekId", wrapped from vault.person_keys
      where person > ${after} and wrapped is not null and kek_id <> ${id}
      order by person limit ${batchSize}`)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.person
  }
}

type RewrappedRow = { person: string; before: string; after: string }

/** Null if neither KEK opens it. */
function rewrapRow(row: Wrapped, { former, to }: { former: Kek; to: Kek }): RewrappedRow | null {
  const bytes = unwrapBytes(former, row)
  return bytes && { person: row.person, before: row.wrapped, after: wrap(to, bytes, row) }
}

/** Replaces only unchanged rows: a key that was destroyed meanwhile stays destroyed. */
async function replace(pool: DatabasePool, { id }: Kek, rows: readonly RewrappedRow[]): Promise<void> {
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

/** False if the former KEK still wraps a key: the foreign key refuses, also for a running insert. */
async function retireKek(pool: DatabasePool, { id }: Kek): Promise<boolean> {
  try {
    await pool.query(sql.unsafe`delete from vault.keks where id = ${id}`)
    return true
  } catch (error) {
    if (error instanceof ForeignKeyIntegrityConstraintViolationError) return false
    throw error
  }
}

/** Neither KEK opens these keys. The current KEK wraps all others. The former KEK must stay. */
export class KeysDamaged extends Error {
  override readonly name = 'KeysDamaged'
  constructor(persons: readonly string[]) {
    super(`the keys of these persons open by neither key-encryption key: ${persons.join(', ')}`)
  }
}

/** Another process is changing the key-encryption key. */
export class KeyChangeRunning extends Error {
  override readonly name = 'ChangeUnderWay'
}

/** One process at a time changes the KEK of a vault. The lock of a dead process ends with its connection. @throws {KeyChangeRunning} */
export function withKeyChangeLock<T>(pool: DatabasePool, change: () => Promise<T>): Promise<T> {
  return pool.connect(async connection => {
    const taken = sql.type(z.object({ taken: z.boolean() }))`
      select pg_try_advisory_lock(hashtextextended('vault key change', 0)) as taken`
    if (!(await connection.oneFirst(taken))) throw new KeyChangeRunning()
    try {
      return await change()
    } finally {
      await connection.any(
        sql.type(z.unknown())`select pg_advisory_unlock(hashtextextended('vault key change', 0))`,
      )
    }
  })
}
