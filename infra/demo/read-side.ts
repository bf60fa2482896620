import type { EventLog } from '@tba/events/log/event-log.ts'
import type { EventStore } from '@tba/events/store/port.ts'
import { typesOf } from '@tba/projector/engine/projection.ts'
import { projections } from '@tba/projector/projections.ts'
import { run } from '@tba/projector/run.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import type { DatabasePool } from 'slonik'

/** The events that some projection wants to hear of. */
export const projectedTypes: ReadonlySet<string> = new Set(typesOf(projections))

export type ReadSide = {
  log: EventLog
  store: EventStore
  pool: DatabasePool
  connectionString: string
  signal: AbortSignal
}

/** Fills the read tables, as the product does; resolves when they hold everything. */
export async function project(readSide: ReadSide, onProjected: (count: number) => void): Promise<void> {
  let built = 0
  const projector = await run({
    ...readSide,
    logger: createLogger({ service: 'demo', level: 'warn' }),
    onBatch: ({ eventCount }) => onProjected(eventCount),
    onProgress({ eventCount }) {
      onProjected(eventCount - built)
      built = eventCount
    },
  })
  try {
    await projector.ready
  } finally {
    await projector.stop()
  }
}
