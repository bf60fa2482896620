import type { EventStore, Position, StoredEvent } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { memoized } from '@tba/events/memoized.ts'
import type { DatabasePool } from 'slonik'
import { readCheckpoints } from '../commit/checkpoints.ts'
import { isReadable } from '../lost-events.ts'
import type { Projection } from '../projection.ts'

type Reading = { pool: DatabasePool; store: EventStore }

/** How many events after a checkpoint are read to find one that its projection handles. */
const lookedAt = 100

/**
 * The age in seconds of the oldest event that each projection has not processed; 0 for none. Reads a limited number of events:
 * without a handled one among them, the last one counts.
 */
export async function lagSecondsOf({ pool, store }: Reading, projections: readonly Projection[]) {
  const checkpoints = await readCheckpoints(pool)
  // Most projections have the same position.
  const lookFrom = memoized((position: Position) => nextEvents(store, position))
  const ages = projections.map(async ({ name, on }) => {
    const live = checkpoints.find(({ projection }) => projection === name)
    const events = await lookFrom(live?.position ?? origin)
    const waiting = events.find(({ type }) => type in on) ?? (events.length < lookedAt ? null : events.at(-1))
    return [name, waiting ? Math.max(0, Date.now() - Date.parse(waiting.recordedAt)) / 1000 : 0] as const
  })
  return Object.fromEntries(await Promise.all(ages))
}

/** From the start, if the position is from before a restore. */
async function nextEvents(store: EventStore, position: Position): Promise<StoredEvent[]> {
  const isOfThisLog = position !== origin && (await isReadable(store, position))
  return Array.fromAsync(store.readAll({ limit: lookedAt, ...(isOfThisLog && { after: position }) }))
}

/** Null if a live version is older than this build's, or missing. Halted projections do not count. */
export async function slowestPosition(
  { pool, store }: Reading,
  projections: readonly Projection[],
  stopped: ReadonlyMap<Projection, unknown> = new Map(),
): Promise<Position | null> {
  const checkpoints = await readCheckpoints(pool)
  const live = projections.map(({ name, version }) =>
    checkpoints.find(held => held.projection === name && held.version >= version),
  )
  if (live.includes(undefined)) return null
  const going = projections.flatMap((projection, at) => (stopped.has(projection) ? [] : (live[at] ?? [])))
  const [slowest] = going.map(({ position }) => position).toSorted()
  return slowest ?? (await store.head()) ?? origin
}
