import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const row = z.object({ sid: z.uuid() })

/** Of these sessions of administrators, those that are open. */
export async function openAdminSessions(
  pool: DatabasePool,
  sids: readonly string[],
): Promise<ReadonlySet<string>> {
  const open = await pool.any(sql.prepared('open-admin-sessions', row)`
    select sid from read.admin_sessions where sid = any(${sql.array([...sids], 'uuid')}) and expire > now()`)
  return new Set(open.map(({ sid }) => sid))
}
