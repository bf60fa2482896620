import { chainsBy } from '@tba/events/funnels/chain.ts'
import type { Rules } from '@tba/events/funnels/rules.ts'
import type { Reach, Trail } from '@tba/events/funnels/trail.ts'

/** So many starts are tried. Behind them the start that the chain itself prefers stands in. */
const mostTried = 1_000

/** Of the chains that lead a unit furthest, the first event of the one that starts earliest in the log. */
export function earliestStart({ at, steps, first, end }: Trail, rules: Rules, reach: Reach): number {
  const { steps: reached } = reach
  const preferred = reach.start[reached - 1] as number
  const begins = (event: number) => (steps[event] as number) % 2 === 1
  // An event that may begin no chain still stands between others where the chain is strict.
  const without = Array.from({ length: end }, (_, event) => (steps[event] as number) & ~1)
  const chain = chainsBy(rules)
  let tried = 0
  for (let start = first; start < preferred && tried < mostTried; start++) {
    if (!begins(start)) continue
    tried++
    without[start] = steps[start] as number
    const isAsFar = chain({ at, steps: without, first: start, end }).steps >= reached
    without[start] = (steps[start] as number) & ~1
    if (isAsFar) return start
  }
  return preferred
}
