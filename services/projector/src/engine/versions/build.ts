import type { EventStore } from '@tba/event-store/port.ts'
import type { Client } from 'pg'
import type { DatabasePool } from 'slonik'
import { announce, claimCheckpoints } from '../commit/checkpoints.ts'
import { FoldFailed, ProjectionHalted, summaryOf, WriteRefused } from '../commit/faults.ts'
import { type Following, follow, slowest } from '../follow/follow.ts'
import { retryOnLockTimeout } from '../leader/loops.ts'
import { isReadable } from '../leader/lost-events.ts'
import { type BuildTask, memberOf } from '../leader/plan.ts'
import { isSkippedBehind } from '../parked/parked.ts'
import { origin, type Projection } from '../projection.ts'
import { failRebuild } from './rebuilds.ts'
import { readNotes } from './source.ts'
import { type Built, createVersion, goLive, nextSchema } from './version.ts'

/** How far a build has come: events folded so far, the position reached, and the one to reach. */
export type Progress = { projections: string[]; eventCount: number; position: string; goal: string }

export type Building = Omit<Following, 'onBatch' | 'checkpointTable'> & {
  store: EventStore
  pool: DatabasePool
  client: Client
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/** `onGivenUp`: called where a rebuild came to nothing. */
export type Rebuilding = Building & { onGivenUp: (fault: ProjectionHalted) => void }

/**
 * Builds beside the live tables, and swaps all in together once they have reached these and the log's head of the start.
 * Returns early where an event was skipped that a build has passed: the next call begins that one again.
 * @throws {ProjectionHalted} where an event cannot be taken in: only what replaces nothing parks it, since the product
 * waits
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
    const outcome = await retryOnLockTimeout(signal, () => goLive(client, started))
    if (outcome === 'live') break
    if (outcome === 'begin again') return
    goal = outcome.ahead
  }
  await announce(client, slowest(members), names)
}

/** The same for what is live already. It goes on as it is where an event cannot be taken in: that ends the rebuild. */
export async function rebuild(building: Rebuilding, tasks: readonly BuildTask[]): Promise<void> {
  try {
    await build(building, tasks)
  } catch (error) {
    const task = tasks.find(({ projection: { name } }) => name === (error as ProjectionHalted).projection)
    if (!(error instanceof ProjectionHalted) || !task) throw error
    await failRebuild(building.pool, task.projection, error.message)
    building.onGivenUp(error)
  }
}

/** What is live in this group goes on. @throws {ProjectionHalted} where an event is at fault */
function throwHalted(error: unknown): never {
  if (!(error instanceof FoldFailed || error instanceof WriteRefused)) throw error
  throw new ProjectionHalted(error.projection, `${error.message}: ${summaryOf(error)}`)
}

/** From here on the time that is left is reckoned, and is passed over what was skipped and is still to come. */
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

/** Resumes a build of the same source, or begins one. */
async function start(
  building: Building,
  { projection, note, schema: live, outdated, mayPark }: BuildTask,
): Promise<Built> {
  const { client, pool, store } = building
  const schema = nextSchema(projection, live)
  const [earlier] = await claimCheckpoints(client, 'builds', [projection])
  const isResumed =
    earlier?.schema === schema &&
    (await readNotes(pool, [earlier])).get(schema) === note &&
    (await isReadable(store, earlier.position)) &&
    !(await isSkippedBehind(client, projection))
  if (!isResumed) await createVersion(client, projection, { schema, note })
  const [claimed] = await claimCheckpoints(client, 'builds', [projection])
  await recordBuildStart(client, projection)
  if (!claimed) throw new Error(`the build of ${projection.name} vanished as it began`)
  const member = await memberOf(pool, 'builds', { projection, checkpoint: claimed })
  return { member: { ...member, mayPark }, schema, outdated }
}
