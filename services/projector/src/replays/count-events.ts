import { packed } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const countRow = z.object({ count: z.union([z.bigint(), z.int()]).nullable().transform(Number) })

/** So long it may take to count to the very event: whoever asked for a replay waits for its first one. */
const exactWithin = sql.fragment`'1s'`

/**
 * How many events a replay will go through, as the history knows it: with types, those of the types. Only a figure to
 * show: of a log that takes long to count, what it has by now, and null where there is no history yet.
 * @param end up to there; null: to the end
 */
export async function countEvents(
  pool: DatabasePool,
  end: Position | null,
  types: readonly string[],
): Promise<number | null> {
  const counted = end === null ? null : await countUpTo(pool, end, types).catch(() => null)
  return counted ?? (await countByKinds(pool, types).catch(() => null))
}

const ofTypes = (types: readonly string[]) =>
  types.length > 0 ? sql.fragment`type = any(${sql.array([...types], 'text')})` : sql.fragment`true`

function countUpTo(pool: DatabasePool, end: Position, types: readonly string[]): Promise<number> {
  const kinds =
    types.length > 0
      ? sql.fragment`and kind in (select key from read.history_kinds where ${ofTypes(types)})`
      : sql.fragment``
  return pool.transaction(async transaction => {
    await transaction.query(sql.unsafe`set local statement_timeout = ${exactWithin}`)
    return transaction.oneFirst(sql.type(countRow)`
      select count(*) as count from read.history_events where position <= ${packed(end)}::uuid ${kinds}`)
  })
}

const countByKinds = (pool: DatabasePool, types: readonly string[]): Promise<number> =>
  pool.oneFirst(sql.type(countRow)`
    select sum(count)::bigint as count from read.history_kinds where ${ofTypes(types)}`)
