import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import { readCheckpoints } from './engine/checkpoints.ts'
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
  return {
    head,
    projections: projections.map(({ name }) => {
      const live = checkpoints.find(({ projection }) => projection === name)
      const position = live?.position ?? origin
      return { name, version: live?.version ?? null, position, caughtUp: position >= (head ?? origin) }
    }),
  }
}

/** The age in seconds of the oldest event that each projection has not projected yet; 0 where there is none. */
export async function lagSecondsOf(
  { pool, store }: Reading,
  projections: readonly Projection[],
): Promise<Record<string, number>> {
  const lag = await lagOf({ pool, store }, projections)
  const ages = lag.projections.map(async ({ name, position, caughtUp }) => {
    const { on = {} } = projections.find(projection => projection.name === name) ?? {}
    const ahead = { types: Object.keys(on), limit: 1, ...(position && { after: position }) }
    if (caughtUp) return [name, 0] as const
    for await (const { recordedAt } of store.readAll(ahead))
      return [name, Math.max(0, Date.now() - Date.parse(recordedAt)) / 1000] as const
    return [name, 0] as const
  })
  return Object.fromEntries(await Promise.all(ages))
}

/**
 * Where the slowest of these stands; null while the live version of one is older than this build's, or none is live.
 * For those that stopped nobody waits: their tables stay as they are.
 */
export async function slowestPosition(
  { pool, store }: Reading,
  projections: readonly Projection[],
  stopped: ReadonlyMap<Projection, unknown> = new Map(),
): Promise<Position | null> {
  const head = (await store.head()) ?? origin
  const checkpoints = await readCheckpoints(pool)
  const positions = projections.map(projection => {
    const live = checkpoints.find(held => held.projection === projection.name)
    if (!live || live.version < projection.version) return null
    return stopped.has(projection) ? head : live.position
  })
  return positions.reduce((a, b) => (a === null || b === null ? null : a < b ? a : b), head)
}
