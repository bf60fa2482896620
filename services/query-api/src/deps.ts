import type { EventStore } from '@tba/event-store/port.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import type { DatabasePool } from 'slonik'
import type { Copy } from './analytics/copy/copy.ts'
import type { Freshness } from './freshness/freshness.ts'
import type { ReadSideOf } from './freshness/read-side.ts'
import type { LiveEvents } from './history/live-events.ts'
import type { Lake } from './lake/lake.ts'
import type { Live } from './live/live.ts'
import type { RowReader } from './reads/row-reader.ts'
import type { ReadReplica } from './replica/replica.ts'
import type { SqlProcesses } from './sql/sql-processes.ts'

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
  /** Files of the log, for SQL. */
  lake: Lake
  /** Where it runs. */
  sql: SqlProcesses
  secrets: Pick<Secrets, 'tickets'>
  /** For receipts of erasures; null: not known. */
  backupsKeptDays: number | null
}
