import { execute } from '@tba/runtime/commands/execute.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

export type Sessions = { pool: DatabasePool; log: EventLog }

const kinds = [
  { table: 'sessions', expire: { type: 'ExpireSession' } },
  { table: 'admin_sessions', expire: { type: 'ExpireAdminSession' } },
] as const
type Kind = (typeof kinds)[number]

const batchSize = 1_000
const sessionRow = sql.type(z.object({ sid: z.uuid() }))

/** Records that a session has expired. Its row is then removed, also in a rebuild. */
export async function expireSessions(deps: Sessions): Promise<void> {
  for (const kind of kinds) await expireAll(deps, kind)
}

async function expireAll({ pool, log }: Sessions, { table, expire }: Kind): Promise<void> {
  if (!(await hasTable(pool, `read.${table}`))) return
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await pool.any(sessionRow`
      select sid from ${sql.identifier(['read', table])}
      where expire < now() and sid > ${last} order by sid limit ${batchSize}`)
    for (const { sid } of rows) {
      // Records nothing if the session was closed meanwhile.
      await execute({ log, context: systemContext() }, sid, expire)
      last = sid
    }
    if (rows.length < batchSize) return
  }
}
