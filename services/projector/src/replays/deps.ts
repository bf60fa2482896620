import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { ReplayState } from '@tba/events/replays/replay.decider.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { DatabasePool } from 'slonik'
import { z } from 'zod'
import type { FunnelQueue } from './funnel-queue.ts'

/** The driver hands out a bigint. */
const count = z.union([z.bigint(), z.int()]).transform(Number)

/** A replay that a worker has taken, as it was left. */
export const taken = z.object({
  id: z.uuid(),
  epoch: z.int(),
  tries: z.int(),
  position: z.string().transform(text => text as Position),
  done: count,
  found: count,
  chunks: z.int(),
})
export type Taken = z.infer<typeof taken>

/** Another worker has taken the replay, or it is over: what this one has found is not written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

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
