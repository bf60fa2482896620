import type { EventStore, Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import type { Client } from 'pg'
import type { DatabasePool } from 'slonik'
import { type Member, member } from '../commit/batch.ts'
import { announce, type Checkpoint, type CheckpointTable, claimCheckpoints } from '../commit/checkpoints.ts'
import { asSwapRefused, FoldFailed, ProjectionHalted, summaryOf, WriteRefused } from '../database/faults.ts'
import { type Following, follow, slowest } from '../follow/follow.ts'
import { retryOnLockTimeout, type Waiting } from '../loops.ts'
import { isReadable } from '../lost-events.ts'
import { newlySkipped, readParked, readSkipped } from '../parked/parked.ts'
import type { Projection } from '../projection.ts'
import { readCatalogue } from '../tables/catalogue.ts'
import { failRebuild } from './rebuilds.ts'
import { readNotes } from './source.ts'
import { type Built, createVersion, goLive, nextSchema } from './version.ts'

/** A projection to build, and the schema of the live tables that it replaces, if any. */
export type BuildTask = {
  projection: Projection
  /** The note of its source, for the schema. */
  note: string
  schema: string | null
  /** The position of the live tables, if it is of the log before a restore. */
  outdated: Position | null
  /** Which failing events may park their stream. Any other ends the build. */
  mayPark: Member['mayPark']
}

/** How far a build has come: events folded so far, the position reached, and the one to reach. */
export type Progress = { projections: string[]; eventCount: number; position: string; goal: string }

export type Building = Omit<Following, 'onBatch' | 'checkpointTable'> &
  Waiting & { store: EventStore; client: Client; onProgress: (progress: Progress) => void }

/** `onGivenUp`: called when a rebuild failed. */
export type Rebuilding = Building & { onGivenUp: (fault: ProjectionHalted) => void }

/**
 * Builds beside the live tables. Swaps all in together once they have reached the live tables, and the end of the log
 * as of the start.
 * @throws {ProjectionHalted} if an event cannot be processed. Only a build that replaces nothing parks it, because the
 * product waits for it. {SwapRefused} if the database does not let the tables be created or go live
 */
export async function build(building: Building, tasks: readonly BuildTask[]): Promise<void> {
  const { client, signal, store, onProgress } = building
  let goal = (await store.head()) ?? origin
  const started: Built[] = []
  // One after the other: each is a transaction on the same connection.
  for (const task of tasks) started.push(await start(building, task))
  const members = started.map(({ member }) => member)
  const names = members.map(({ projection }) => projection.name)
  let eventCount = 0
  const following: Following = {
    ...building,
    checkpointTable: 'builds',
    onBatch: written => {
      eventCount += written.eventCount
      onProgress({ projections: names, eventCount, position: written.position, goal })
    },
  }
  for (;;) {
    await follow(following, members, { signal, goal }).catch(throwHalted)
    signal.throwIfAborted()
    const ahead = await retryOnLockTimeout(building, () => goLive(client, started)).catch(error => {
      throw asSwapRefused(names[0] ?? '', error)
    })
    if (ahead === null) break
    goal = ahead
  }
  await announce(client, slowest(members), names)
}

/** The same for a live version. If it cannot be processed or go live, the rebuild ends and the live tables stay. */
export async function rebuild(building: Rebuilding, tasks: readonly BuildTask[]): Promise<void> {
  try {
    await build(building, tasks)
  } catch (error) {
    if (!(error instanceof ProjectionHalted)) throw error
    const task = tasks.find(({ projection: { name } }) => name === error.projection)
    if (!task) throw error
    // It was taken out meanwhile, by an erasure or an operator.
    if ((await newlySkipped(building.pool, [task.projection])).size > 0) return
    await failRebuild(building.pool, task.projection, error.message)
    building.onGivenUp(error)
  }
}

/** The live projections of this group continue. @throws {ProjectionHalted} if an event is the cause */
function throwHalted(error: unknown): never {
  if (!(error instanceof FoldFailed || error instanceof WriteRefused)) throw error
  throw new ProjectionHalted(error.projection, `${error.message}: ${summaryOf(error)}`)
}

/** Stores the start for the estimate of the remaining time, and the skipped events that are still ahead. */
async function recordBuildStart(client: Client, { name, version }: Projection): Promise<void> {
  await client.query(
    `update projector.builds as build
     set (begun_at, begun_from, events_per_second, updated_at) = (now(), position, 0, now()),
       skipped = build.skipped || array(
         select event_id from projector.skipped
         where projection = $1 and (skipped.position > build.position or build.position = ''))
     where projection = $1 and version = $2`,
    [name, version],
  )
}

/** Continues a build of the same source, or begins one. */
async function start(building: Building, { projection, note, schema: live, outdated, mayPark }: BuildTask) {
  const { client, pool, store } = building
  const schema = nextSchema(projection, live)
  const [earlier] = await claimCheckpoints(client, 'builds', [projection])
  const isResumed =
    earlier?.schema === schema &&
    (await readNotes(pool, [earlier])).get(schema) === note &&
    (await isReadable(store, earlier.position))
  if (!isResumed) {
    await retryOnLockTimeout(building, () => createVersion(client, projection, { schema, note })).catch(
      error => {
        throw asSwapRefused(projection.name, error)
      },
    )
  }
  const [claimed] = await claimCheckpoints(client, 'builds', [projection])
  await recordBuildStart(client, projection)
  if (!claimed) throw new Error(`the build of ${projection.name} vanished as it began`)
  const member = await memberOf(pool, 'builds', { projection, checkpoint: claimed })
  return { member: { ...member, mayPark }, schema, outdated }
}

/** A projection with its tables and parked streams. */
export async function memberOf(
  pool: DatabasePool,
  of: CheckpointTable,
  { projection, checkpoint }: { projection: Projection; checkpoint: Checkpoint },
): Promise<Member> {
  const { name, version } = projection
  const parked = await readParked(pool, of)
  const parkedRows = parked.filter(row => row.projection === name && row.version === version)
  return member({
    projection,
    tables: await readCatalogue(pool, projection, checkpoint.schema),
    position: checkpoint.position,
    epoch: checkpoint.epoch,
    parked: new Map(parkedRows.map(({ stream, position, person }) => [stream, { position, person }])),
    skipped: await readSkipped(pool, projection),
  })
}
