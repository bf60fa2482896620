import type { Rules } from './rules.ts'
import { nowhere, type Reach, type Trail } from './trail.ts'

/** Strictly: the chain's events stand side by side, so that each start has one chain alone. */
export function neighboursBy(rules: Rules): (trail: Trail) => Reach {
  const reach = nowhere()
  return trail => {
    reach.steps = 0
    for (let start = trail.first; start < trail.end && reach.steps < rules.steps; start++) {
      const steps = lengthFrom(trail, rules, start)
      // Who reaches a step first has started first.
      for (let step = reach.steps; step < steps; step++) {
        reach.start[step] = start
        reach.previous[step] = start + Math.max(0, step - 1)
        reach.completed[step] = start + step
      }
      reach.steps = Math.max(reach.steps, steps)
    }
    return reach
  }
}

/** How many steps the events from `start` on are, one beside the other. */
function lengthFrom({ at, steps, end }: Trail, rules: Rules, start: number): number {
  const startedAt = at[start] as number
  if ((steps[start] as number) % 2 === 0 || startedAt < rules.fromMs || startedAt >= rules.toMs) return 0
  let step = 1
  for (; step < rules.steps && start + step < end; step++) {
    const event = start + step
    const now = at[event] as number
    if (((steps[event] as number) >> step) % 2 === 0 || now - startedAt > rules.windowMs) break
    if (now - (at[event - 1] as number) > (rules.stepWindowsMs[step - 1] as number)) break
  }
  return step
}
