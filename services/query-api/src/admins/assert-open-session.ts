import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import type { FastifyRequest } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const open = z.object({ open: z.literal(1) })

/** For what is read from elsewhere than the read tables. @throws {HttpFailure} 401 where the administrator's session is over */
export async function assertOpenSession(pool: DatabasePool, request: FastifyRequest): Promise<void> {
  const { sid, sub } = adminOf(request)
  await assertOpen(pool, { sid, adminId: sub })
}

export async function assertOpen(
  pool: DatabasePool,
  { sid, adminId }: { sid: string; adminId: string },
): Promise<void> {
  const found = await pool.maybeOne(sql.prepared('open-admin-session', open)`
    select 1 as open from read.admin_sessions s
    where s.sid = ${sid} and s."adminId" = ${adminId} and s.expire > now()`)
  if (!found) throw unauthorized()
}
