import { unavailable } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type Found, isOpenToAdmin } from '../open-session.ts'
import type { Exporter } from './exporter.ts'

const checkpoint = z.object({ position: z.string().nullable() })

/**
 * Where the projection stands now, which is where the export ends.
 * @throws {HttpFailure} 401 without a live session, 503 while the projection is folded for the first time: its tables are
 *   not there, or are those of an older build
 */
export async function endOfExport(
  { one }: Pick<Found, 'one'>,
  projection: string,
  admin: Pick<Exporter, 'sid' | 'sub'>,
): Promise<string> {
  const { position } = await one(sql.prepared('end-of-export', checkpoint)`
    select c.position
    from read.admin_sessions s
    left join projector.checkpoints c on c.projection = ${projection}
    where ${isOpenToAdmin(admin)}`)
  if (position === null) throw unavailable()
  return position
}
