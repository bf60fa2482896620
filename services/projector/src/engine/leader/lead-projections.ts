import { once } from 'node:events'
import type { Position } from '@tba/event-store/port.ts'
import { slowestPosition } from '../../health/lag.ts'
import { announce } from '../commit/checkpoints.ts'
import { ProjectionHalted } from '../commit/faults.ts'
import { type Following, follow, slowest } from '../follow/follow.ts'
import { newlySkipped } from '../parked/parked.ts'
import { lockOf, type Projection } from '../projection.ts'
import { build, type Rebuilding, rebuild } from '../versions/build.ts'
import { dueRebuilds, isDue } from '../versions/rebuilds.ts'
import { dropUnusedSchemas, retire } from '../versions/version.ts'
import type { Candidate } from './leader.ts'
import { firstOf, retryOnLockTimeout, sleep } from './loops.ts'
import { isOvertaken, type Plan, planWork } from './plan.ts'

export type Leading = Omit<Rebuilding, 'client'> &
  Pick<Following, 'onBatch'> & {
    projections: readonly Projection[]
    /** Rebuilds a projection that changed under its live version, instead of refusing it. */
    foldsChanged?: boolean | undefined
    /** Names of projections that were removed from the code. */
    retired: readonly string[]
    candidate: Candidate
    /** The interval at which free leads and operators' requests are looked for. */
    retryMs: number
    /** The position of the slowest projection, of those whose live version this build knows, and whether one stopped. */
    onPosition: (position: Position, isHalted: boolean) => void
    /** Called whenever the plan of this instance changes. */
    onPlan: (plan: Plan) => void
    /** Called for a projection that stops. */
    onHalt: (halt: ProjectionHalted) => void
    /** After this pause a projection that stopped is tried again. */
    haltMs?: number | undefined
  }

const defaultHaltMs = 60_000
/** What is retired is looked for once in so many intervals of `retryMs`. */
const retireEvery = 20

/** The projections that this instance leads, and those that stopped, with the time of their next try. */
type LeadState = { led: Set<Projection>; halted: Map<Projection, number> }

/** Takes the lead of all that has no leader: projects what is live, builds the rest, and stands by for what others lead. */
export async function lead(leading: Leading): Promise<void> {
  const { signal } = leading
  const state: LeadState = { led: new Set(), halted: new Map() }
  while (!signal.aborted) {
    await acquireLeads(leading, state)
    const plan = await planWork(leading, state.led)
    leading.onPlan(plan)
    try {
      await work(leading, state, plan)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ProjectionHalted) await halt(leading, state, error)
      else if (!(await isOvertaken(leading, plan))) throw error
    }
  }
}

/** @returns whether a lead was taken */
async function acquireLeads(
  { candidate, projections }: Leading,
  { led, halted }: LeadState,
): Promise<boolean> {
  for (const [projection, untilMs] of halted) if (untilMs < performance.now()) halted.delete(projection)
  const wanted = projections.filter(projection => !led.has(projection) && !halted.has(projection))
  const gained = new Set(await candidate.claim(wanted.map(lockOf)))
  for (const projection of wanted) if (gained.has(lockOf(projection))) led.add(projection)
  return gained.size > 0
}

/** Gives up the lead of a projection that stopped: an instance of another build may be able to go on. */
async function halt(leading: Leading, { led, halted }: LeadState, error: ProjectionHalted) {
  const { candidate, onHalt, projections, haltMs = defaultHaltMs } = leading
  const projection = projections.find(({ name }) => name === error.projection)
  if (!projection) throw error
  onHalt(error)
  halted.set(projection, performance.now() + haltMs)
  led.delete(projection)
  await candidate.yield(lockOf(projection))
}

/** Returns when the plan has to be made anew. */
async function work(leading: Leading, state: LeadState, plan: Plan): Promise<void> {
  const { candidate, onBatch, onPosition, signal } = leading
  const { live, isWhole } = plan
  // An earlier leader may have ended between its last commit and the announcement of it.
  for (const { position, projection } of live) await announce(candidate.client, position, [projection.name])
  if (isWhole && live.length > 0) onPosition(slowest(live), false)
  const following: Following = {
    ...leading,
    checkpointTable: 'checkpoints',
    onBatch(written) {
      onBatch(written)
      if (isWhole) onPosition(written.position, false)
    },
  }
  await firstOf(signal, within => [
    watch({ ...leading, signal: within }, state, plan),
    ...(live.length > 0 ? [follow(following, live, { signal: within })] : []),
    buildOrDropRetired({ ...leading, signal: within }, state, plan),
  ])
}

/** What is done beside following. */
function buildOrDropRetired(leading: Leading, state: LeadState, { builds, rebuilds }: Plan): Promise<void> {
  const building = { ...leading, client: leading.candidate.client }
  if (builds.length > 0) return build(building, builds)
  if (rebuilds.length > 0) return rebuild(building, rebuilds)
  return dropRetired(leading, state)
}

/** Drops what nobody leads any longer, once no query reads it: a long one holds up nothing else. Returns at the end. */
async function dropRetired(
  { candidate, retired, retryMs, signal }: Leading,
  { led }: LeadState,
): Promise<void> {
  await retryOnLockTimeout(signal, () => dropUnusedSchemas(candidate.client, [...led]))
  while (led.size > 0 && !signal.aborted && !(await retire(candidate, retired, signal)))
    await sleep(retryMs * retireEvery, signal)
  signal.throwIfAborted()
  await once(signal, 'abort')
}

/** Returns when a lead was taken, or somebody requests a retry or a rebuild, or had an event skipped. */
async function watch(
  leading: Leading,
  state: LeadState,
  { live, builds, rebuilds, superseded, isWhole }: Plan,
): Promise<void> {
  const { onPosition, pool, projections, retryMs, signal } = leading
  const known = projections.filter(projection => !superseded.includes(projection))
  const { halted, led } = state
  while (!signal.aborted) {
    // Positions of projections that others lead are in the database.
    const position = isWhole || builds.length > 0 ? null : await slowestPosition(leading, known, halted)
    const isHalted = known.some(projection => halted.has(projection))
    if (position !== null) onPosition(position, isHalted)
    await sleep(retryMs, signal)
    if (signal.aborted) return
    const skipped = await newlySkipped(pool, projections)
    if ([...builds, ...rebuilds].some(({ projection }) => skipped.has(projection))) return
    const due = await dueRebuilds(pool)
    for (const projection of halted.keys())
      if (skipped.has(projection) || isDue(due, projection)) halted.delete(projection)
    if (led.size < projections.length && (await acquireLeads(leading, state))) return
    // What is requested while something is built comes after that, together.
    if (builds.length + rebuilds.length === 0 && live.some(({ projection }) => isDue(due, projection))) return
  }
}
