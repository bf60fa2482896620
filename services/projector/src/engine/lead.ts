import type { Position } from '@tba/event-store/port.ts'
import { slowestPosition } from '../status.ts'
import { despiteQueries, rest } from './backoff.ts'
import { type Building, build } from './build.ts'
import { announce } from './checkpoints.ts'
import { CannotGoOn } from './faults.ts'
import { firstOf } from './first-of.ts'
import { type Following, follow, slowest } from './follow.ts'
import type { Candidate } from './leader.ts'
import { isOvertaken, type Plan, planWork } from './plan.ts'
import { lockOf, type Projection } from './projection.ts'
import { retire } from './retire.ts'
import { isAsked, retryAsked } from './retry.ts'
import { dropRetired } from './version.ts'

export type Leading = Omit<Building, 'client'> &
  Pick<Following, 'onBatch'> & {
    projections: readonly Projection[]
    /** What to do with one that changed in the version that is live: to refuse it, unless this says otherwise. */
    foldsChanged?: boolean | undefined
    /** Names of projections that there are no more. */
    retired: readonly string[]
    candidate: Candidate
    /** Between two looks at whether there is something else to do. */
    retryMs: number
    /** Where the slowest of all projections stands, of those whose live version this build knows. */
    onPosition: (position: Position) => void
    /** Whenever it changes what this instance does. */
    onPlan: (plan: Plan) => void
    /** One of them stands still. */
    onHalt: (halt: CannotGoOn) => void
  }

/** For how long a projection that cannot go on stands still before it is tried again. */
const haltMs = 60_000

/** What this instance leads, and what it leaves alone for a while, until when. */
type Turn = { led: Set<Projection>; halted: Map<Projection, number> }

/**
 * Each version of a projection has a leader of its own. An instance leads what is free: it follows the log with what is
 * up to date, builds the others beside them, and stands by for the rest, until the signal aborts.
 */
export async function lead(leading: Leading): Promise<void> {
  const { candidate, signal } = leading
  const turn: Turn = { led: new Set(), halted: new Map() }
  while (!signal.aborted) {
    await claimFree(leading, turn)
    if (turn.led.size > 0) await retire(candidate, leading.retired, signal)
    const plan = await planWork(leading, turn.led)
    leading.onPlan(plan)
    try {
      await work(leading, turn, plan)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CannotGoOn) await halt(leading, turn, error)
      else if (!(await isOvertaken(leading, plan))) throw error
    }
  }
}

/** @returns whether it leads more than before */
async function claimFree({ candidate, projections }: Leading, { led, halted }: Turn): Promise<boolean> {
  for (const [projection, untilMs] of halted) if (untilMs < performance.now()) halted.delete(projection)
  const wanted = projections.filter(projection => !led.has(projection) && !halted.has(projection))
  const gained = new Set(await candidate.claim(wanted.map(lockOf)))
  for (const projection of wanted) if (gained.has(lockOf(projection))) led.add(projection)
  return gained.size > 0
}

/** Another build may be able to go on with it. */
async function halt({ candidate, onHalt, projections }: Leading, { led, halted }: Turn, error: CannotGoOn) {
  const projection = projections.find(({ name }) => name === error.projection)
  if (!projection) throw error
  onHalt(error)
  halted.set(projection, performance.now() + haltMs)
  led.delete(projection)
  await candidate.yield(lockOf(projection))
}

/** Returns, or throws, when there is something else to do. */
async function work(leading: Leading, turn: Turn, plan: Plan): Promise<void> {
  const { candidate, onBatch, onPosition, signal } = leading
  const { live, orders, isWhole } = plan
  await retryAsked(leading, live)
  // An earlier leader may have ended between its last commit and the word of it.
  for (const { position, projection } of live) await announce(candidate.client, position, [projection.name])
  if (orders.length === 0) await despiteQueries(signal, () => dropRetired(candidate.client, [...turn.led]))
  if (isWhole && live.length > 0) onPosition(slowest(live))
  const following: Following = {
    ...leading,
    ledger: 'checkpoints',
    onBatch(written) {
      onBatch(written)
      if (isWhole) onPosition(written.position)
    },
  }
  await firstOf(signal, within => [
    watch({ ...leading, signal: within }, turn, plan),
    ...(live.length > 0 ? [follow(following, live, { signal: within })] : []),
    ...(orders.length > 0 ? [build({ ...leading, client: candidate.client, signal: within }, orders)] : []),
  ])
}

/** Until a lead has become free, or an operator asks for something. */
async function watch(
  leading: Leading,
  turn: Turn,
  { live, orders, superseded, isWhole }: Plan,
): Promise<void> {
  const { onPosition, pool, projections, retryMs, signal } = leading
  const known = projections.filter(projection => !superseded.includes(projection))
  while (!signal.aborted) {
    // Of what others lead, the database tells how far it has come.
    const standing = isWhole || orders.length > 0 ? null : await slowestPosition(leading, known)
    if (standing !== null) onPosition(standing)
    await rest(retryMs, signal)
    if (signal.aborted) return
    if (turn.led.size < projections.length && (await claimFree(leading, turn))) return
    if (await isAsked(pool, live)) return
  }
}
