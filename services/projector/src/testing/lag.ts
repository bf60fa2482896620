import type { EventStore } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import type { DatabasePool } from 'slonik'
import { readCheckpoints } from '../engine/commit/checkpoints.ts'
import type { Projection } from '../engine/projection.ts'

/** How far the live tables of these projections are. */
export async function lagOf(
  { pool, store }: { pool: DatabasePool; store: EventStore },
  projections: readonly Projection[],
) {
  // The head first: later appends must not count as lag.
  const head = (await store.head()) ?? origin
  const checkpoints = await readCheckpoints(pool)
  return projections.map(({ name }) => {
    const position = checkpoints.find(({ projection }) => projection === name)?.position ?? origin
    return { name, position, caughtUp: position >= head }
  })
}
