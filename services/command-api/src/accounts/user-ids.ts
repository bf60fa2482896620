import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const drawn = sql.type(z.object({ userId: z.int() }))

export function drawUserId(pool: DatabasePool): Promise<number> {
  return pool.oneFirst(drawn`select nextval('command.user_ids')::int as "userId"`)
}

/** Ids are drawn before they are recorded, so the newest registrations may stand a little out of order. */
const outOfOrder = 1000

/** Raises the sequence above every id in the log: it may have been left behind by a restore. */
export async function raiseUserIds(pool: DatabasePool, log: EventLog): Promise<void> {
  let highest = 0
  const newest = { types: ['AccountRegistered'], direction: 'backwards', limit: outOfOrder } as const
  for await (const event of log.readAll(newest)) {
    if (event.type === 'AccountRegistered') highest = Math.max(highest, event.data.userId)
  }
  if (highest === 0) return
  await pool.query(sql.unsafe`
    select setval('command.user_ids', greatest(last_value, ${highest})) from command.user_ids
  `)
}
