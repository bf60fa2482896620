import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** The projection with the activity of customers. */
export const changesProjection = 'activity'
const pageSize = 1000

const newest = z.object({ position: z.string() })
const change = z.object({ accountId: z.uuid(), type: z.string(), position: z.string() })
export type CustomerChange = z.infer<typeof change>

/** The queries of the live streams. By position, so that the cost does not grow with the log. */
export function customerChanges(pool: DatabasePool) {
  return {
    /** The position of the newest change; empty without one. */
    async newest(): Promise<string> {
      const found = await pool.one(sql.prepared('newest-change', newest)`
        select coalesce(max(position), '') as position from read.activity`)
      return found.position
    },

    /** In log order, at most `pageSize` of them. */
    async after(position: string): Promise<{ changes: readonly CustomerChange[]; isLast: boolean }> {
      const changes = await pool.any(sql.prepared('changes', change)`
        select "accountId", type, position from read.activity
        where position > ${position} order by position limit ${pageSize}`)
      return { changes, isLast: changes.length < pageSize }
    },

    /** Those that are still open. */
    async open(sids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await pool.any(sql.prepared('open-sessions', z.object({ sid: z.uuid() }))`
        select sid from read.sessions where sid = any(${sql.array(sids, 'uuid')}) and expire > now()`)
      return new Set(rows.map(({ sid }) => sid))
    },
  }
}
export type CustomerChanges = ReturnType<typeof customerChanges>
