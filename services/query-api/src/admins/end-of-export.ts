import { unauthorized, unavailable } from '@tba/runtime/http/failure.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Exporter } from './exporter.ts'

const checkpoint = z.object({ position: z.string().nullable() })

/**
 * Where the projection stands now, which is where the export ends.
 * @throws {HttpFailure} 401 without a live session, 503 while the projection is folded for the first time: its tables are
 *   not there, or are those of an older build
 */
export async function endOfExport(
  pool: DatabasePool,
  projection: string,
  { sid, adminId }: Pick<Exporter, 'sid' | 'adminId'>,
): Promise<string> {
  const found = await pool.maybeOne(sql.prepared('end-of-export', checkpoint)`
    select c.position
    from read.admin_sessions s
    left join projector.checkpoints c on c.projection = ${projection}
    where s.sid = ${sid} and s."adminId" = ${adminId} and s.expire > now()`)
  if (!found) throw unauthorized()
  if (found.position === null) throw unavailable()
  return found.position
}
