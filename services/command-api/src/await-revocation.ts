import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'

const maxWaitMs = 2_000
const initialPauseMs = 10
const maxPauseMs = 80

/** What the query-api looks its callers' sessions up in. */
export type SessionProjection = 'sessions' | 'admin-sessions'

/**
 * Waits until the read side, too, refuses the sessions that ended at this position, or two seconds are over: whoever is
 * told that a device is signed out counts on it. It asks the tables, since the projector may be another process.
 */
export async function awaitRevocation(
  pool: DatabasePool,
  projection: SessionProjection,
  ended: Position | null,
): Promise<void> {
  if (ended === null) return
  const deadline = performance.now() + maxWaitMs
  let pauseMs = initialPauseMs
  while (!(await isRefused(pool, projection, ended)) && performance.now() < deadline) {
    await pause(pauseMs)
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  }
}

/** Where there is no read side yet, nothing is read by it. */
async function isRefused(
  pool: DatabasePool,
  projection: SessionProjection,
  ended: Position,
): Promise<boolean> {
  if (!(await hasTable(pool, 'projector.checkpoints'))) return true
  return !(await pool.exists(sql.unsafe`
    select from projector.checkpoints where projection = ${projection} and position < ${ended}`))
}
