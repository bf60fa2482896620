import type { EventStore, Position } from '@tba/event-store/port.ts'
import { memoized } from '@tba/events/memoized.ts'
import type { DatabasePool } from 'slonik'
import type { Member } from '../commit/batch.ts'
import { type Checkpoint, claimCheckpoints, readCheckpoints } from '../commit/checkpoints.ts'
import { isReadable } from '../lost-events.ts'
import { maxParked } from '../parked/poison-tracker.ts'
import type { Projection } from '../projection.ts'
import { type BuildTask, memberOf } from '../versions/build.ts'
import { type Due, dueRebuilds, isDue } from '../versions/rebuilds.ts'
import { noteOf, readNotes, refuseChanged, sourceOf } from '../versions/source.ts'
import { deleteBuild } from '../versions/version.ts'
import type { Candidate } from './leader.ts'

/** What an instance does with the projections that it leads. */
export type Plan = {
  /** Live in this build's version: they follow the log. */
  live: Member[]
  /** To build: new, changed, or projected from the log before a restore. */
  builds: BuildTask[]
  /** Live, and to be rebuilt beside the live tables, for an administrator or a retry. After all other builds. */
  rebuilds: BuildTask[]
  /** Live in a newer version than this build knows: it does not lead them. */
  superseded: Projection[]
  /** Whether this instance leads all projections, and all are live. */
  isWhole: boolean
}

type Planning = {
  store: EventStore
  pool: DatabasePool
  candidate: Candidate
  projections: readonly Projection[]
  foldsChanged?: boolean | undefined
}

/** @throws {ChangedWithoutVersion} */
export async function planWork(planning: Planning, owned: ReadonlySet<Projection>): Promise<Plan> {
  const { pool, candidate, projections, store, foldsChanged } = planning
  if (!foldsChanged) await refuseChanged(pool, projections)
  const claimed = await claimCheckpoints(candidate.client, 'checkpoints', [...owned])
  const checkpoints = await readCheckpoints(pool)
  const plan: Plan = { live: [], builds: [], rebuilds: [], superseded: [], isWhole: false }
  const due = await dueRebuilds(pool)
  // Once per position: EventStoreDB needs 5 s for the position of a deleted event.
  const isOfLog = memoized((position: Position) => isReadable(store, position))
  for (const projection of projections) {
    const live = checkpoints.find(checkpoint => checkpoint.projection === projection.name)
    if (live && live.version > projection.version) {
      plan.superseded.push(projection)
      if (owned.has(projection)) await deleteBuild(candidate.client, projection)
    } else if (owned.has(projection)) {
      const note = noteOf(await sourceOf(projection))
      const isOfThisLog = live !== undefined && (await isOfLog(live.position))
      const mine = claimed.find(checkpoint => checkpoint.projection === projection.name)
      const isSame = mine && isOfThisLog && (!foldsChanged || (await isFoldedWith(planning, mine, note)))
      const task = buildTaskOf(projection, { note, live, isOfThisLog })
      if (isSame) {
        const member = await memberOf(pool, 'checkpoints', { projection, checkpoint: mine })
        const isWanted = isDue(due, projection)
        if (isWanted) plan.rebuilds.push({ ...task, mayPark: parkableAgain(member, due) })
        else await deleteBuild(candidate.client, projection)
        // It would stop again at once.
        if (!isWanted || member.parked.size < maxParked) plan.live.push(member)
      } else plan.builds.push(task)
    }
  }
  if (plan.builds.length > 0) plan.rebuilds = []
  plan.isWhole = plan.live.length === projections.length
  return plan
}

async function isFoldedWith({ pool }: Planning, live: Checkpoint, note: string) {
  return (await readNotes(pool, [live])).get(live.schema) === note
}

/**
 * A retry may park what is parked already, and events after the live position. Events in the live tables must succeed. In a
 * rebuild all events must succeed.
 */
export function parkableAgain(
  { projection, position, parked }: Member,
  due: readonly Due[],
): Member['mayPark'] {
  const isRetry = due.some(row => row.projection === projection.name && row.version === projection.version)
  return event => {
    const from = parked.get(event.stream)?.position
    return isRetry && (event.position > position || (from !== undefined && event.position >= from))
  }
}

function buildTaskOf(
  projection: Projection,
  { note, live, isOfThisLog }: { note: string; live: Checkpoint | undefined; isOfThisLog: boolean },
): BuildTask {
  const outdated = live && !isOfThisLog ? live.position : null
  // The product waits for a build that replaces nothing.
  const mayPark = () => !live || outdated !== null
  return { projection, note, schema: live?.schema ?? null, outdated, mayPark }
}

/** Whether a newer version or a rebuild of one of these has gone live since the plan. */
export async function isOutdated({ pool }: Planning, { live, builds }: Plan): Promise<boolean> {
  const checkpoints = await readCheckpoints(pool)
  const isNewer = [...live, ...builds].some(({ projection: { name, version } }) =>
    checkpoints.some(held => held.projection === name && held.version > version),
  )
  return isNewer || live.some(member => isReplaced(member, checkpoints))
}

/** Whether readers see other tables than these. */
function isReplaced({ projection, tables }: Member, checkpoints: readonly Checkpoint[]): boolean {
  const held = checkpoints.find(({ projection: name }) => name === projection.name)
  return [...tables.values()].some(({ schema }) => schema !== held?.schema)
}
