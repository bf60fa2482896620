import { once } from 'node:events'
import type { Position } from '@tba/event-store/port.ts'
import { raceTasks } from '@tba/runtime/jobs/race-tasks.ts'
import { announce } from '../commit/checkpoints.ts'
import { ProjectionHalted, refusalReason, SwapRefused } from '../database/faults.ts'
import { type Following, follow, slowest } from '../follow/follow.ts'
import { retryOnLockTimeout, sleep } from '../loops.ts'
import { newlySkipped } from '../parked/parked.ts'
import { lockOf, type Projection } from '../projection.ts'
import { build, type Rebuilding, rebuild } from '../versions/build.ts'
import { dueRebuilds, isDue, recordRefusal } from '../versions/rebuilds.ts'
import { slowestPosition } from './lag.ts'
import type { Candidate } from './leader.ts'
import { isOutdated, type Plan, planWork } from './plan.ts'
import { dropUnusedSchemas, retire } from './retired.ts'

export type LeaderOptions = Omit<Rebuilding, 'client'> &
  Pick<Following, 'onBatch' | 'verify'> & {
    projections: readonly Projection[]
    /** Rebuilds a projection that changed under its live version, instead of refusing it. */
    foldsChanged?: boolean | undefined
    /** Names of projections that were removed from the code. */
    retired: readonly string[]
    candidate: Candidate
    /** The interval of looking for projections without a leader, and for operators' requests. */
    retryMs: number
    /** The position of the slowest projection that this build knows, and whether one stopped. */
    onPosition: (position: Position, isHalted: boolean) => void
    /** Called whenever the plan of this instance changes. */
    onPlan: (plan: Plan) => void
    /** Called for a projection that stops. If it throws, all stop. */
    onHalt: (halt: ProjectionHalted) => void
    /** After this pause a projection that stopped is tried again. */
    haltMs?: number | undefined
  }

const defaultHaltMs = 60_000
/** Retired projections are looked for at this multiple of `retryMs`. */
const retireInterval = 20

/** The projections that this instance leads, and those that stopped, with the time of their next try. */
type LeadershipState = { owned: Set<Projection>; halted: Map<Projection, number> }

/** Leads all projections without a leader: follows the live ones, builds the others, and stands by for those that others lead. */
export async function leadProjections(options: LeaderOptions): Promise<void> {
  const { signal } = options
  const state: LeadershipState = { owned: new Set(), halted: new Map() }
  while (!signal.aborted) {
    await acquireFree(options, state)
    const plan = await planWork(options, state.owned)
    options.onPlan(plan)
    try {
      await work(options, state, plan)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ProjectionHalted) await halt(options, state, error)
      else if (!(await isOutdated(options, plan))) throw error
    }
  }
}

/** Becomes the leader of free projections. @returns whether there was one */
async function acquireFree({ candidate, projections }: LeaderOptions, { owned, halted }: LeadershipState) {
  for (const [projection, untilMs] of halted) if (untilMs < performance.now()) halted.delete(projection)
  const wanted = projections.filter(projection => !owned.has(projection) && !halted.has(projection))
  const acquired = new Set(await candidate.claim(wanted.map(lockOf)))
  for (const projection of wanted) if (acquired.has(lockOf(projection))) owned.add(projection)
  return acquired.size > 0
}

/** Gives up a projection that stopped: an instance of another build may be able to continue. */
async function halt(options: LeaderOptions, { owned, halted }: LeadershipState, error: ProjectionHalted) {
  const { candidate, onHalt, pool, projections, haltMs = defaultHaltMs } = options
  const projection = projections.find(({ name }) => name === error.projection)
  if (!projection) throw error
  if (error instanceof SwapRefused) await recordRefusal(pool, projection, error.message)
  onHalt(error)
  halted.set(projection, performance.now() + haltMs)
  owned.delete(projection)
  await candidate.release(lockOf(projection))
}

/** Returns when a new plan is needed. */
async function work(options: LeaderOptions, state: LeadershipState, plan: Plan): Promise<void> {
  const { candidate, onBatch, onPosition, signal } = options
  const { live, isWhole } = plan
  // An earlier leader may have ended between its last commit and the announcement of it.
  for (const { position, projection } of live) await announce(candidate.client, position, [projection.name])
  if (isWhole && live.length > 0) onPosition(slowest(live), false)
  const following: Following = {
    ...options,
    checkpointTable: 'checkpoints',
    onBatch(written) {
      onBatch(written)
      if (isWhole) onPosition(written.position, false)
    },
  }
  await raceTasks(signal, within => [
    watch({ ...options, signal: within }, state, plan),
    ...(live.length > 0 ? [follow(following, live, { signal: within })] : []),
    buildOrDropRetired({ ...options, signal: within }, state, plan),
  ])
}

/** The work besides following. */
function buildOrDropRetired(options: LeaderOptions, state: LeadershipState, { builds, rebuilds }: Plan) {
  const building = { ...options, client: options.candidate.client }
  if (builds.length > 0) return build(building, builds)
  if (rebuilds.length > 0) return rebuild(building, rebuilds)
  return dropRetired(options, state)
}

/**
 * Drops retired projections when no query reads them. A long query or a refusal delays nothing else. Returns at the end.
 */
async function dropRetired(options: LeaderOptions, { owned }: LeadershipState): Promise<void> {
  const { candidate, logger, retired, retryMs, signal } = options
  try {
    await retryOnLockTimeout(options, () => dropUnusedSchemas(candidate.client, [...owned]))
    while (owned.size > 0 && !(await retryOnLockTimeout(options, () => retire(candidate, retired))))
      await sleep(retryMs * retireInterval, signal).then(() => signal.throwIfAborted())
  } catch (error) {
    const reason = refusalReason(error)
    if (reason === null) throw error
    logger.error({ reason }, 'replaced tables cannot be dropped, and stay')
  }
  signal.throwIfAborted()
  await once(signal, 'abort')
}

/** Returns after a new leadership, a request for a retry or a rebuild, or a skipped event. */
async function watch(
  options: LeaderOptions,
  state: LeadershipState,
  { live, builds, rebuilds, superseded, isWhole }: Plan,
): Promise<void> {
  const { onPosition, pool, projections, retryMs, signal } = options
  const known = projections.filter(projection => !superseded.includes(projection))
  const { halted, owned } = state
  while (!signal.aborted) {
    // Positions of projections that others lead are in the database.
    const position = isWhole || builds.length > 0 ? null : await slowestPosition(options, known, halted)
    const isHalted = known.some(projection => halted.has(projection))
    if (position !== null) onPosition(position, isHalted)
    await sleep(retryMs, signal)
    if (signal.aborted) return
    const skipped = await newlySkipped(pool, projections)
    if ([...builds, ...rebuilds].some(({ projection }) => skipped.has(projection))) return
    const due = await dueRebuilds(pool)
    for (const projection of halted.keys())
      if (skipped.has(projection) || isDue(due, projection)) halted.delete(projection)
    if (owned.size < projections.length && (await acquireFree(options, state))) return
    // What is requested while something is built comes after that, together.
    if (builds.length + rebuilds.length === 0 && live.some(({ projection }) => isDue(due, projection))) return
  }
}
