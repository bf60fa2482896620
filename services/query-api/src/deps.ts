import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Pictures } from '@tba/runtime/storage/pictures.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Freshness } from './freshness/freshness.ts'
import type { Live } from './live/live.ts'
import type { RowReader } from './row-reader.ts'

/** What the service stands on. Made once, in `app.ts`. */
export type Deps = {
  pool: DatabasePool
  freshness: Freshness
  pictures: Pictures
  rows: RowReader
  live: Live
  /** For what an administrator takes out of here: nothing else is appended. */
  log: EventLog
  secrets: Pick<Secrets, 'tickets'>
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What one route stands on: the read tables, and what has to happen before it looks at them. */
export type Reads = { pool: DatabasePool; onRequest: Hook[] }
