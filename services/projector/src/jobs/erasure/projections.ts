import type { Position } from '@tba/events/store/port.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { NotYet } from '../promise.ts'

/**
 * A key may go only when every read table has seen why: one that folded the events without it would differ from one
 * that folded them before. @throws {NotYet}
 */
export async function haveAllPassed(pool: DatabasePool, position: Position): Promise<void> {
  const passed = await pool.oneFirst(sql.type(z.object({ passed: z.boolean() }))`
    select coalesce(min(position), '') >= ${position} collate "C" as passed from projector.checkpoints`)
  if (!passed) throw new NotYet(`the projections have yet to pass ${position}`)
}
