import { randomUUID } from 'node:crypto'
import { RevisionConflict } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { hasTable } from '../has-table.ts'

export type Sessions = { pool: DatabasePool; log: EventLog }

const customers = {
  table: 'sessions',
  streamOf: streams.session,
  closed: 'SessionClosed',
  expired: 'SessionExpired',
} as const
const administrators = {
  table: 'admin_sessions',
  streamOf: streams.adminSession,
  closed: 'AdminSignedOut',
  expired: 'AdminSessionExpired',
} as const
type Kind = typeof customers | typeof administrators

const atOnce = 1_000
const sessionRow = sql.type(z.object({ sid: z.uuid() }))

/** Says in the log that a session's time was over, so that its row goes, and does after every rebuild too. */
export async function expireSessions(deps: Sessions): Promise<void> {
  for (const kind of [customers, administrators]) await expireAll(deps, kind)
}

async function expireAll({ pool, log }: Sessions, kind: Kind): Promise<void> {
  if (!(await hasTable(pool, `read.${kind.table}`))) return
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await pool.any(sessionRow`
      select sid from ${sql.identifier(['read', kind.table])}
      where expire < now() and sid > ${last} order by sid limit ${atOnce}`)
    for (const { sid } of rows) {
      await expire(log, kind, kind.streamOf(sid))
      last = sid
    }
    if (rows.length < atOnce) return
  }
}

async function expire(log: EventLog, { closed, expired }: Kind, stream: string): Promise<void> {
  let revision = -1
  for await (const event of log.read(stream)) {
    // The read side has yet to hear of it.
    if (event.type === closed || event.type === expired) return
    revision = event.revision
  }
  const id = randomUUID()
  const context = { actor: 'system', correlationId: id, causationId: id }
  try {
    await log.append(stream, [{ type: expired, data: {} }], { expected: revision, context })
  } catch (error) {
    // Closed meanwhile: so it is over anyway.
    if (!(error instanceof RevisionConflict)) throw error
  }
}
