import type { EventStore } from '@tba/event-store/port.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { readSince } from '../read-since.ts'

const userIdRow = sql.type(z.object({ userId: z.int() }))

export function nextUserId(pool: DatabasePool): Promise<number> {
  return pool.oneFirst(userIdRow`select nextval('command.user_ids')::int as "userId"`)
}

const hourMs = 3_600_000

type Raising = { pool: DatabasePool; store: EventStore; onError: (error: unknown) => void }

/** Now and every hour, so that the next start reads at most an hour of the log. @returns a function that stops it */
export async function keepUserIdsAboveLog({ pool, store, onError }: Raising): Promise<() => void> {
  await raiseUserIdsAboveLog(pool, store)
  const timer = setInterval(() => void raiseUserIdsAboveLog(pool, store).catch(onError), hourMs)
  timer.unref()
  return () => clearInterval(timer)
}

const types = ['AccountRegistered']
const maxWaitMs = 60_000

/**
 * Raises the sequence above every id in the log: after a restore the sequence may be lower. It reads from the checkpoint, or
 * the whole log if the checkpoint is of another log. It reads sealed events, so that an unreadable one cannot stop the start.
 */
export async function raiseUserIdsAboveLog(pool: DatabasePool, store: EventStore): Promise<void> {
  const checkpoint = await pool.maybeOneFirst(position`select position from command.user_ids_checkpoint`)
  const head = await store.head()
  if (head === null) return
  // An append that was running when the head was read may get an earlier position.
  const registrations = readSince(store, { types, after: checkpoint, withinMs: maxWaitMs })
  let highest = 0
  // A damaged event has no data.
  for await (const { data } of registrations) highest = Math.max(highest, Number(data?.userId) || 0)
  await raiseAbove(pool, highest)
  // Last, so that a process that dies before this reads the same events again. Another instance may have moved it already.
  await pool.query(sql.unsafe`
    insert into command.user_ids_checkpoint as held (position) values (${head})
    on conflict (only_row) do update set position = excluded.position where held.position = ${checkpoint ?? ''}`)
}

const position = sql.type(z.object({ position: storedPosition }))

async function raiseAbove(pool: DatabasePool, highest: number): Promise<void> {
  const isBehind = sql.type(z.object({ isBehind: z.boolean() }))`
    select (last_value, is_called) < (${highest}, true) as "isBehind" from command.user_ids`
  if (highest === 0 || !(await pool.oneFirst(isBehind))) return
  await pool.transaction(async transaction => {
    // Changes nothing, but takes a lock, so that no number is drawn in between. It would be drawn twice.
    await transaction.query(sql.unsafe`alter sequence command.user_ids owned by none`)
    await transaction.query(sql.unsafe`
      select setval('command.user_ids', ${highest}) from command.user_ids
      where (last_value, is_called) < (${highest}, true)`)
  })
}
