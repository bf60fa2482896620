import { present } from '../present.ts'
import { type Rules, unbounded } from './rules.ts'

/** The first `end` events are those of one unit in log order. Events without a step are ignored. */
export type UnitEvents = {
  /** Their times in ms. The log's clock may step back. */
  at: ArrayLike<number>
  /** Bit k: the event matches step k + 1. Bit `exclusionBit(k)`: it may not lie between steps k and k + 1. */
  steps: ArrayLike<number>
  end: number
}

/** At most eight steps. */
const ofSteps = 0xff
export const exclusionBit = (after: number): number => 7 + after
/** @param step the one before, from 0 */
const isExcluded = (bits: number, step: number) => ((bits >> exclusionBit(step + 1)) & 1) === 1

/** Whether no excluded event lies between an event of a step and another one. */
function isFree({ steps }: UnitEvents, step: number, [first, last]: readonly [number, number]): boolean {
  for (let event = first + 1; event < last; event++) if (isExcluded(present(steps[event]), step)) return false
  return true
}

/** How far a unit came. `[k]` describes the chain whose times count for step k + 1. */
export type Reached = {
  /** The number of reached steps: 0 to 8. */
  steps: number
  /** The first event of the chain. */
  start: number[]
  /** Its event of the step before; for the first step the start itself. */
  previous: number[]
  /** Its event of this step. */
  completed: number[]
}

/** The chains with one start that reach a step and can still continue. */
type Candidate = {
  start: number
  startedAt: number
  /** The first event with which one of them reached the step. */
  first: number
  /** The latest time at which one of them reached it; 0 if the next step has no window of its own. */
  latest: number
}

/**
 * Finds how far a unit came. Returns the same object for each unit, to save memory.
 *
 * A chain has one event for each step up to its last one. Each is later in the log than the one before, the first is in the
 * period, and all are within the windows. A negative time, after a clock step, is within. A unit has reached a step if any
 * chain has. No excluded event lies between the events of a chain. Several chains may reach it; the times come from the one that reaches it earliest in the log, then starts
 * latest, then has the earliest step before.
 */
export function chainFinder(rules: Rules): (unit: UnitEvents) => Reached {
  const { steps, strict, windowMs, stepWindowsMs } = rules
  // For each step but the last.
  const candidates: (readonly Candidate[])[] = stepWindowsMs.map(() => none)
  // Whether the next step has its own window, so that the time of this step matters.
  const isTimed = stepWindowsMs.map(window => window !== unbounded)
  const reached: Reached = { steps: 0, start: [], previous: [], completed: [] }

  function add(step: number, chain: Candidate, now: number): void {
    if (step === steps - 1) return
    if (isTimed[step]) chain.latest = now
    candidates[step] = withChain(present(candidates[step]), chain)
  }

  /** Extends the chains of the step before by an event. */
  function follow(unit: UnitEvents, step: number, event: number): void {
    const now = present(unit.at[event])
    const before = present(candidates[step - 1])
    const stepWindowMs = present(stepWindowsMs[step - 1])
    // The preferred ones are last.
    for (let entry = before.length - 1; entry >= 0; entry--) {
      const { start, startedAt, first, latest } = present(before[entry])
      if (now - startedAt > windowMs || now - latest > stepWindowMs) continue
      if (step === reached.steps) {
        const isNear = (other: number) => now - present(unit.at[other]) <= stepWindowMs
        // The earliest event of the step before in a chain with this start.
        const isTarget = (target: number, other: number) =>
          target === step - 1 && isNear(other) && isFree(unit, target, [other, event])
        const previous = isNear(first) ? first : follows(unit, rules, { start, isTarget })
        push(reached, { start, previous, completed: event })
      }
      add(step, { start, startedAt, first: event, latest: 0 }, now)
    }
  }

  return unit => {
    candidates.fill(none)
    reached.steps = 0
    const maxSteps = reachableSteps(unit)
    for (let event = 0; event < unit.end && reached.steps < maxSteps; event++) {
      const bits = present(unit.steps[event])
      const matched = bits & ofSteps
      if (bits === 0) continue
      // The last step first, so that no event follows a chain that it has just extended.
      for (let step = Math.min(reached.steps, steps - 1); step >= 0; step--) {
        // In strict mode only the next event may extend a chain.
        if (step < steps - 1 && ((strict && matched > 0) || isExcluded(bits, step))) candidates[step] = none
        if (((matched >> step) & 1) === 0) continue
        if (step > 0) follow(unit, step, event)
        else if (isStart(unit, rules, event)) {
          if (reached.steps === 0) push(reached, { start: event, previous: event, completed: event })
          const now = present(unit.at[event])
          add(0, { start: event, startedAt: now, first: event, latest: 0 }, now)
        }
      }
    }
    return reached
  }
}

/** Shared: a new list for each unit would be much garbage. */
const none: readonly Candidate[] = []

/** The number of steps before the first one that no event matches. Most units end early. */
function reachableSteps({ steps, end }: UnitEvents): number {
  let found = 0
  for (let event = 0; event < end; event++) found |= present(steps[event]) & ofSteps
  return 31 - Math.clz32(~found & (found + 1))
}

function isStart({ at, steps }: UnitEvents, { fromMs, toMs }: Rules, event: number): boolean {
  const now = present(at[event])
  return present(steps[event]) % 2 === 1 && now >= fromMs && now < toMs
}

function push(reached: Reached, chain: { start: number; previous: number; completed: number }): void {
  const step = reached.steps++
  reached.start[step] = chain.start
  reached.previous[step] = chain.previous
  reached.completed[step] = chain.completed
}

/**
 * Adds a candidate to those of one step, in the order of their starts. A later start is preferred. A candidate is dropped if a
 * preferred one can be extended by all the same events. If the clock never steps back, only one remains.
 */
function withChain(others: readonly Candidate[], chain: Candidate): readonly Candidate[] {
  const [one] = others
  if (!one || (others.length === 1 && one.start < chain.start && replaces(chain, one))) return [chain]
  if (others.some(other => replaces(other, chain))) return others
  const first = others.find(({ start }) => start === chain.start)?.first ?? chain.first
  const kept = [...others.filter(other => !replaces(chain, other)), { ...chain, first }]
  return kept.sort((a, b) => a.start - b.start)
}

const replaces = (one: Candidate, other: Candidate) =>
  one.start >= other.start && one.startedAt >= other.startedAt && one.latest >= other.latest

/** The maximum number of starts to try. After that the start that counts for the times is used. */
const maxStarts = 1_000

/** Of the chains that lead furthest, the start of the earliest one. */
export function earliestStart(unit: UnitEvents, rules: Rules, { steps, start: starts }: Reached): number {
  const last = present(starts[steps - 1])
  let tried = 0
  for (let start = 0; start < last && tried < maxStarts; start++) {
    if (!isStart(unit, rules, start)) continue
    tried++
    const isTarget = (step: number) => step === steps - 1
    if (follows(unit, rules, { start, isTarget }) >= 0) return start
  }
  return last
}

/** The event of each step that a unit reached, in the chain that leads furthest; of several such chains the one that counts for the times. */
export function furthestChain(unit: UnitEvents, rules: Rules): number[] {
  const at = (event: number): number => unit.at[event] ?? 0
  const { steps, start: starts, completed } = chainFinder(rules)(unit)
  const [start = 0, end = 0] = [starts[steps - 1], completed[steps - 1]]
  const chain = steps === 0 ? [] : [end]
  for (let step = steps - 2; step >= 0; step--) {
    const next = chain[0] ?? end
    const isTarget = (reached: number, event: number) =>
      reached === step &&
      at(next) - at(event) <= (rules.stepWindowsMs[step] ?? 0) &&
      isFree(unit, step, [event, next])
    chain.unshift(step === 0 ? start : follows({ ...unit, end: next }, rules, { start, isTarget }))
  }
  return chain
}

type Search = { start: number; isTarget: (step: number, event: number) => boolean }

/** The first event with which a chain from this start reaches a wanted step; -1: none. */
function follows(
  { at, steps, end }: UnitEvents,
  { steps: stepCount, windowMs, stepWindowsMs, strict }: Rules,
  { start, isTarget }: Search,
): number {
  const startedAt = present(at[start])
  // The latest time at which each step was reached; undefined after an excluded event.
  const latest: (number | undefined)[] = [startedAt]
  let matching = 0
  for (let event = start + 1; event < end; event++) {
    const bits = present(steps[event])
    if (bits === 0) continue
    if ((bits & ofSteps) > 0) matching++
    if (strict && latest.length < matching) return -1
    const now = present(at[event])
    // The last step first: an event is one step of a chain.
    for (let step = Math.min(stepCount - 1, latest.length); step >= 0; step--) {
      if (step < latest.length && isExcluded(bits, step)) latest[step] = undefined
      const before = latest[step - 1]
      if (before === undefined || now - startedAt > windowMs) continue
      if (((bits >> step) & 1) === 0 || (strict && step !== matching)) continue
      if (now - before > present(stepWindowsMs[step - 1])) continue
      if (isTarget(step, event)) return event
      latest[step] = Math.max(latest[step] ?? now, now)
    }
  }
  return -1
}
