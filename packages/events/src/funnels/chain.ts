import { type Rules, unbounded } from './rules.ts'

/** Of one unit, in the order of the log, the events from `first` up to `end`; those that match no step change nothing. */
export type UnitEvents = {
  /** When each was recorded, in ms; the log's clock may step back. */
  at: ArrayLike<number>
  /** Bit k: it matches step k + 1. */
  steps: ArrayLike<number>
  first: number
  end: number
}

/** How far a unit came. `[k]`, for each step that it reached, is about the chain whose times count for step k + 1. */
export type Reached = {
  /** How many steps: 0 to 8. */
  steps: number
  /** The chain's first event. */
  start: number[]
  /** Its event of the step before; at the first step the start itself. */
  previous: number[]
  /** Its event of this step. */
  completed: number[]
}

/** The chains from one start that reach a step, as far as later events may still follow them. */
type Candidate = {
  start: number
  startedAt: number
  /** The first event with which one of them reached it. */
  first: number
  /** The latest time at which one of them reached it; 0 where the next step has no window of its own. */
  latest: number
}

/**
 * What finds how far a unit came. It answers with the same object each time, so that no unit takes memory.
 *
 * A chain has an event for each step up to its last one, each later in the log than the one before, the first in the
 * period and all within the windows; where the clock stepped back, a time below zero is within. A unit has reached a step
 * if any chain does. Which of several chains gives the step its time is settled here, and nowhere else: those that reach
 * it earliest in the log; of those the ones that start latest; of those the one whose step before comes earliest.
 */
export function chainFinder(rules: Rules): (unit: UnitEvents) => Reached {
  const { steps, strict, windowMs, stepWindowsMs } = rules
  // Of each step but the last.
  const candidates: (readonly Candidate[])[] = stepWindowsMs.map(() => [])
  // Whether the next step has a window of its own, so that it counts when this one was reached.
  const isTimed = stepWindowsMs.map(window => window !== unbounded)
  const reached: Reached = { steps: 0, start: [], previous: [], completed: [] }

  function add(step: number, chain: Omit<Candidate, 'latest'>, now: number): void {
    if (step === steps - 1) return
    const others = candidates[step] as readonly Candidate[]
    candidates[step] = withChain(others, { ...chain, latest: isTimed[step] ? now : 0 })
  }

  /** Lets an event follow the chains that reach the step before. */
  function follow(unit: UnitEvents, step: number, event: number): void {
    const now = unit.at[event] as number
    const before = candidates[step - 1] as readonly Candidate[]
    const stepWindowMs = stepWindowsMs[step - 1] as number
    // The preferred ones stand last.
    for (let entry = before.length - 1; entry >= 0; entry--) {
      const { start, startedAt, first, latest } = before[entry] as Candidate
      if (now - startedAt > windowMs || now - latest > stepWindowMs) continue
      if (step === reached.steps) {
        const isNear = (other: number) => now - (unit.at[other] as number) <= stepWindowMs
        // The earliest event of the step before that a chain with this start may have.
        const isSought = (its: number, other: number) => its === step - 1 && isNear(other)
        const previous = isNear(first) ? first : follows(unit, rules, { start, isSought })
        note(reached, { start, previous, completed: event })
      }
      add(step, { start, startedAt, first: event }, now)
    }
  }

  return unit => {
    candidates.fill([])
    reached.steps = 0
    const most = mostSteps(unit)
    for (let event = unit.first; event < unit.end && reached.steps < most; event++) {
      const matched = unit.steps[event] as number
      if (matched === 0) continue
      // The last step first, so that no event follows a chain of which it has just become a part itself.
      for (let step = Math.min(reached.steps, steps - 1); step >= 0; step--) {
        // Strictly, only the event right behind may follow a chain.
        if (strict && step < steps - 1) candidates[step] = []
        if (((matched >> step) & 1) === 0) continue
        if (step > 0) follow(unit, step, event)
        else if (isStart(unit, rules, event)) {
          if (reached.steps === 0) note(reached, { start: event, previous: event, completed: event })
          const now = unit.at[event] as number
          add(0, { start: event, startedAt: now, first: event }, now)
        }
      }
    }
    return reached
  }
}

/** Behind the first step that nothing matches no chain goes on: how many there are before it. Most units end early. */
function mostSteps({ steps, first, end }: UnitEvents): number {
  let found = 0
  for (let event = first; event < end; event++) found |= steps[event] as number
  return 31 - Math.clz32(~found & (found + 1))
}

function isStart({ at, steps }: UnitEvents, { fromMs, toMs }: Rules, event: number): boolean {
  const now = at[event] as number
  return (steps[event] as number) % 2 === 1 && now >= fromMs && now < toMs
}

function note(reached: Reached, chain: { start: number; previous: number; completed: number }): void {
  const step = reached.steps++
  reached.start[step] = chain.start
  reached.previous[step] = chain.previous
  reached.completed[step] = chain.completed
}

/**
 * The candidates of one step with another one, in the order of their starts: a later start is preferred. Where one is
 * preferred and can be followed by all that another can, the other goes: one is left as long as the clock never steps back.
 */
function withChain(others: readonly Candidate[], chain: Candidate): readonly Candidate[] {
  const [one] = others
  if (!one || (others.length === 1 && one.start < chain.start && replaces(chain, one))) return [chain]
  if (others.some(other => replaces(other, chain))) return others
  const first = others.find(({ start }) => start === chain.start)?.first ?? chain.first
  const kept = [...others.filter(other => !replaces(chain, other)), { ...chain, first }]
  return kept.sort((its, other) => its.start - other.start)
}

const replaces = (one: Candidate, other: Candidate) =>
  one.start >= other.start && one.startedAt >= other.startedAt && one.latest >= other.latest

/** So many starts are tried. Behind them the start that counts for the times stands in. */
const mostTried = 1_000

/** Of the chains that lead a unit furthest, the first event of the one that starts earliest in the log. */
export function earliestStart(unit: UnitEvents, rules: Rules, { steps, start: starts }: Reached): number {
  const last = starts[steps - 1] as number
  let tried = 0
  for (let start = unit.first; start < last && tried < mostTried; start++) {
    if (!isStart(unit, rules, start)) continue
    tried++
    const isSought = (step: number) => step === steps - 1
    if (steps === 1 || follows(unit, rules, { start, isSought }) >= 0) return start
  }
  return last
}

type Sought = { start: number; isSought: (step: number, event: number) => boolean }

/** The first event with which a chain from this start reaches a step that is sought; -1: none does. */
function follows(
  { at, steps, end }: UnitEvents,
  { steps: most, windowMs, stepWindowsMs, strict }: Rules,
  { start, isSought }: Sought,
): number {
  const startedAt = at[start] as number
  // The latest time at which each step was reached.
  const latest = [startedAt]
  let matching = 0
  for (let event = start + 1; event < end; event++) {
    if (steps[event] === 0) continue
    matching++
    if (strict && latest.length < matching) return -1
    const now = at[event] as number
    if (now - startedAt > windowMs) continue
    // The last step first: an event is one step of a chain.
    for (let step = Math.min(most - 1, latest.length); step > 0; step--) {
      if ((((steps[event] as number) >> step) & 1) === 0 || (strict && step !== matching)) continue
      if (now - (latest[step - 1] as number) > (stepWindowsMs[step - 1] as number)) continue
      if (isSought(step, event)) return event
      latest[step] = Math.max(latest[step] ?? now, now)
    }
  }
  return -1
}
