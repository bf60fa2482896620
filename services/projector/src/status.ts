import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { remembered } from '@tba/events/remembered.ts'
import type { DatabasePool } from 'slonik'
import { readCheckpoints } from './engine/checkpoints.ts'
import { isReadable } from './engine/lost-events.ts'
import { origin, type Projection } from './engine/projection.ts'

export type Lag = {
  head: Position | null
  /** `version`: the live one; null where none is. */
  projections: { name: string; version: number | null; position: Position; caughtUp: boolean }[]
}

type Reading = { pool: DatabasePool; store: EventStore }

/** Read from the database, so that a standby can tell too. */
export async function lagOf({ pool, store }: Reading, projections: readonly Projection[]): Promise<Lag> {
  // The head first: a projection that has reached it is not behind, however much was appended since.
  const head = await store.head()
  const checkpoints = await readCheckpoints(pool)
  // What one stands beyond was appended meanwhile, or the checkpoint is of a longer log, before an older one was put back.
  const isBeyond = checkpoints.some(({ position }) => position > (head ?? origin))
  const end = (isBeyond ? await store.head() : head) ?? origin
  return {
    head,
    projections: projections.map(({ name }) => {
      const live = checkpoints.find(({ projection }) => projection === name)
      const position = live?.position ?? origin
      return {
        name,
        version: live?.version ?? null,
        position,
        caughtUp: position >= (head ?? origin) && position <= end,
      }
    }),
  }
}

/** How many events after a checkpoint are looked at for one that its projection has yet to take in. */
const lookedAt = 100

/**
 * The age in seconds of the oldest event that each projection has not projected yet; 0 where there is none. Of one that
 * is further behind than is looked, that of the last event looked at: a rare event is not searched for in all the log.
 */
export async function lagSecondsOf(
  { pool, store }: Reading,
  projections: readonly Projection[],
): Promise<Record<string, number>> {
  const lag = await lagOf({ pool, store }, projections)
  // Most stand at the same position.
  const lookFrom = remembered((position: Position) => nextEvents(store, position))
  const ages = lag.projections.map(async ({ name, position, caughtUp }) => {
    if (caughtUp) return [name, 0] as const
    const { on = {} } = projections.find(projection => projection.name === name) ?? {}
    const events = await lookFrom(position)
    const waiting = events.find(({ type }) => type in on) ?? (events.length < lookedAt ? null : events.at(-1))
    return [name, waiting ? Math.max(0, Date.now() - Date.parse(waiting.recordedAt)) / 1000 : 0] as const
  })
  return Object.fromEntries(await Promise.all(ages))
}

/** From the beginning, where the position is of a log before a restore. */
async function nextEvents(store: EventStore, position: Position): Promise<Recorded[]> {
  const isOfThisLog = position !== origin && (await isReadable(store, position))
  return Array.fromAsync(store.readAll({ limit: lookedAt, ...(isOfThisLog && { after: position }) }))
}

/** Null while the live version of one is older than this build's, or none is live. For those that stopped nobody waits. */
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
