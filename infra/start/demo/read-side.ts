import { typesOf } from '@tba/projector/engine/projection.ts'
import { projections } from '@tba/projector/projections.ts'
import { type Deps, run } from '@tba/projector/run.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'

/** The events that some projection wants to hear of. */
export const projectedTypes: ReadonlySet<string> = new Set(typesOf(projections))

type ReadSide = Pick<Deps, 'log' | 'store' | 'pool' | 'connectionString'> & { signal: AbortSignal }

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
