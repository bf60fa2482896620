import { Candidates } from './candidates.ts'
import { earliestBefore } from './earliest-before.ts'
import { neighboursBy } from './neighbours.ts'
import { type Rules, unbounded } from './rules.ts'
import { nowhere, type Reach, type Trail } from './trail.ts'

/**
 * What finds how far a unit came. It answers with the same object each time, so that no event and no unit takes memory.
 *
 * A chain has an event for each step up to its last one, each later in the log than the one before, the first in the
 * period and all within the windows; where the clock stepped back, a time below zero is within. A unit has reached a step
 * if any chain does. Which of several chains gives the step its time is settled here, and nowhere else: those that reach
 * it earliest in the log; of those the ones that start latest; of those the one whose step before comes earliest.
 */
export function chainsBy(rules: Rules): (trail: Trail) => Reach {
  return rules.strict ? neighboursBy(rules) : anyBy(rules)
}

/**
 * Goes through a trail up to where it can come no further; each event is tried for each step that it matches, behind what
 * reaches the step before.
 */
function anyBy(rules: Rules): (trail: Trail) => Reach {
  const { fromMs, toMs } = rules
  const candidates = rules.stepWindowsMs.map(window => new Candidates(window !== unbounded))
  const reach = nowhere()
  const follow = followBy(rules, candidates, reach)

  return trail => {
    for (let step = 0; step < reach.steps && step < candidates.length; step++)
      (candidates[step] as Candidates).clear()
    reach.steps = 0
    const most = mostOf(trail)
    for (let event = trail.first; event < trail.end; event++) {
      // The last step first, so that no event follows a chain of which it has just become a part itself.
      let steps = (trail.steps[event] as number) & ((2 << reach.steps) - 1)
      while (steps > 1) {
        const step = 31 - Math.clz32(steps)
        steps ^= 1 << step
        follow(trail, step, event)
        if (reach.steps === most) return reach
      }
      const now = trail.at[event] as number
      if (steps === 0 || now < fromMs || now >= toMs) continue
      if (reach.steps === 0) note(reach, 0, { start: event, previous: event, completed: event })
      if (most === 1) return reach
      candidates[0]?.add(trail.at, event, event)
    }
    return reach
  }
}

/** Behind the first step that nothing matches no chain goes on: how many there are before it. Most units end early. */
function mostOf({ steps, first, end }: Trail): number {
  let found = 0
  for (let event = first; event < end; event++) found |= steps[event] as number
  return 31 - Math.clz32(~found & (found + 1))
}

type Follow = (trail: Trail, step: number, event: number) => void

/** Lets an event follow the chains that reach the step before. */
function followBy(rules: Rules, candidates: readonly Candidates[], reach: Reach): Follow {
  return (trail, step, event) => {
    const now = trail.at[event] as number
    const stepWindow = rules.stepWindowsMs[step - 1] as number
    const before = candidates[step - 1] as Candidates
    // The preferred ones stand last.
    for (let entry = before.size - 1; entry >= 0; entry--) {
      const start = before.start[entry] as number
      if (now - (trail.at[start] as number) > rules.windowMs) continue
      if (now - (before.latest[entry] as number) > stepWindow) continue
      if (step === reach.steps) {
        const first = before.reached[entry] as number
        const isNear = now - (trail.at[first] as number) <= stepWindow
        const previous = isNear ? first : earliestBefore(trail, rules, { start, step, event })
        note(reach, step, { start, previous, completed: event })
      }
      candidates[step]?.add(trail.at, start, event)
    }
  }
}

function note(reach: Reach, step: number, chain: { start: number; previous: number; completed: number }) {
  reach.start[step] = chain.start
  reach.previous[step] = chain.previous
  reach.completed[step] = chain.completed
  reach.steps = step + 1
}
