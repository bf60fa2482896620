import type { EventStore } from '@tba/event-store/port.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Copy } from './analytics/copy/copy.ts'
import type { Freshness } from './freshness/freshness.ts'
import type { ReadSideOf } from './freshness/read-side.ts'
import type { LiveEvents } from './history/live-events.ts'
import type { Live } from './live/live.ts'
import type { Found } from './open-session.ts'
import type { ReadReplica } from './replica/replica.ts'
import type { RowReader } from './row-reader.ts'

/** What the service needs. Made once, in `app.ts`. */
export type Deps = {
  /** Of the primary. */
  pool: DatabasePool
  replica: ReadReplica | null
  freshness: Freshness
  objects: Objects
  rows: RowReader
  live: Live
  /** Records looks and exports of administrators. Nothing else is appended here. */
  log: EventLog
  /** Events as they are stored, with sealed fields. */
  store: EventStore
  readSide: ReadSideOf
  liveEvents: LiveEvents
  /** Answers the console’s queries about the log. */
  copy: Copy
  secrets: Pick<Secrets, 'tickets'>
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What a route needs: the read tables, its caller’s rows, and the hooks that run first. */
export type Reads = Found & { pool: DatabasePool; onRequest: Hook[] }
