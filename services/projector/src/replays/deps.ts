import type { EventStore } from '@tba/event-store/port.ts'
import type { ReplayState } from '@tba/events/replays/replay.decider.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { DatabasePool } from 'slonik'
import type { FunnelQueue } from './funnel-queue.ts'
import type { Taken } from './taken.ts'

/** What replays need. */
export type ReplayDeps = {
  log: EventLog
  store: EventStore
  pool: DatabasePool
  connectionString: string
  /** Has funnels counted. */
  funnels: Pick<FunnelQueue, 'count'>
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
}

/** What is wanted, and how far an earlier worker has come with it. */
export type Asked = { taken: Taken; replay: NonNullable<ReplayState['replay']> }
