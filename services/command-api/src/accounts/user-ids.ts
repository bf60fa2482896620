import type { EventStore } from '@tba/event-store/port.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const drawn = sql.type(z.object({ userId: z.int() }))

export function drawUserId(pool: DatabasePool): Promise<number> {
  return pool.oneFirst(drawn`select nextval('command.user_ids')::int as "userId"`)
}

/** Ids are drawn before they are recorded, so the highest one is among this many newest registrations. */
const outOfOrder = 1000
const waitAtMostMs = 60_000

/**
 * Raises the sequence above every id in the log, behind which a restore may have left it. Reads the store below the
 * sealing, so that an event that cannot be opened does not keep the service from starting.
 */
export async function raiseUserIds(pool: DatabasePool, store: EventStore): Promise<void> {
  if (!(await store.settled(waitAtMostMs))) throw new Error('a transaction hides the newest registrations')
  let highest = 0
  const newest = { types: ['AccountRegistered'], direction: 'backwards', limit: outOfOrder } as const
  for await (const { data } of store.readAll(newest)) highest = Math.max(highest, Number(data.userId) || 0)
  if (highest === 0) return
  await pool.transaction(async transaction => {
    // Changes nothing, but whoever draws waits for its lock: a number drawn in between would be drawn once more.
    await transaction.query(sql.unsafe`alter sequence command.user_ids owned by none`)
    await transaction.query(sql.unsafe`
      select setval('command.user_ids', ${highest}) from command.user_ids
      where (last_value, is_called) < (${highest}, true)`)
  })
}
