import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'

const maxWaitMs = 2_000
const initialPauseMs = 10
const maxPauseMs = 80

/** The projections in which the query-api looks up sessions. */
export type SessionProjection = 'sessions' | 'admin-sessions'

/**
 * Waits until the read side also refuses the sessions that ended at this position, for two seconds at most. A user who
 * sees that a device is signed out relies on it. It asks the tables, because the projector may be another process.
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

/** Without a read side nothing can be read. */
async function isRefused(pool: DatabasePool, projection: SessionProjection, ended: Position) {
  if (!(await hasTable(pool, 'projector.checkpoints'))) return true
  return !(await pool.exists(sql.unsafe`
    select from projector.checkpoints where projection = ${projection} and position < ${ended}`))
}
