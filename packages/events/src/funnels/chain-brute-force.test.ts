import fc from 'fast-check'
import { chainFinder, earliestStart, exclusionBit, furthestChain } from './chain.ts'
import { type Rules, unbounded } from './rules.ts'

type Event = { at: number; steps: number }

/** All chains that reach a step, as lists of indexes. Tries everything. */
function everyChain(events: Event[], rules: Rules, step: number): number[][] {
  const indexes = events.map((_, index) => index)
  let found = indexes.filter(index => {
    const { at, steps } = events[index] as Event
    return (steps & 1) === 1 && at >= rules.fromMs && at < rules.toMs
  })
  let chains = found.map(index => [index])
  for (let next = 1; next <= step; next++) {
    found = indexes.filter(index => ((events[index] as Event).steps & (2 ** next)) !== 0)
    chains = chains.flatMap(chain => found.map(index => [...chain, index]).filter(isAllowed))
  }
  return chains

  function isAllowed(chain: number[]): boolean {
    const [index = 0, last = 0] = [chain.at(-1), chain.at(-2)]
    const time = (at: number) => (events[at] as Event).at
    const isNext = !events.slice(last + 1, index).some(({ steps }) => (steps & 15) !== 0)
    if (index <= last || (rules.strict && !isNext)) return false
    if (time(index) - time(chain[0] as number) > rules.windowMs) return false
    const bit = 1 << exclusionBit(chain.length - 1)
    if (events.slice(last + 1, index).some(({ steps }) => (steps & bit) !== 0)) return false
    return time(index) - time(last) <= (rules.stepWindowsMs[chain.length - 2] as number)
  }
}

/** The expected chain: earliest end, then latest start, then the earliest steps before, the last one first. */
function chosen(chains: number[][]): number[] {
  const order = (chain: number[]) => [chain.at(-1) ?? 0, -(chain[0] ?? 0), ...chain.slice(1, -1).reverse()]
  const [best = []] = chains.toSorted((one, other) => {
    const [a, b] = [order(one), order(other)]
    const at = a.findIndex((value, index) => value !== b[index])
    return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  })
  return best
}

function byBruteForce(events: Event[], rules: Rules) {
  const reached = []
  let furthest: number[][] = []
  for (let step = 0; step < rules.steps; step++) {
    const chains = everyChain(events, rules, step)
    if (chains.length === 0) break
    furthest = chains
    const chain = chosen(chains)
    reached.push({ start: chain[0], previous: chain.at(step === 0 ? 0 : -2), completed: chain.at(-1) })
  }
  const starts = furthest.map(([start = 0]) => start)
  return { reached, chain: chosen(furthest), first: starts.length > 0 ? Math.min(...starts) : null }
}

function byFold(events: Event[], rules: Rules) {
  const at = Float64Array.from(events, event => event.at)
  const steps = Uint16Array.from(events, event => event.steps)
  const find = chainFinder(rules)
  // The result of another unit must not influence it.
  find({ at: at.toReversed(), steps: steps.toReversed(), end: events.length })
  const unit = { at, steps, end: events.length }
  const reach = find(unit)
  const reached = Array.from({ length: reach.steps }, (_, step) => ({
    start: reach.start[step],
    previous: reach.previous[step],
    completed: reach.completed[step],
  }))
  const first = reach.steps > 0 ? earliestStart(unit, rules, reach) : null
  return { reached, chain: furthestChain(unit, rules), first }
}

const mostly = <T>(common: T, rare: T) =>
  fc.oneof({ arbitrary: fc.constant(common), weight: 5 }, { arbitrary: fc.constant(rare), weight: 1 })
const stepWindow = fc.oneof(fc.constant(unbounded), fc.integer({ min: 0, max: 6 }))
const rules: fc.Arbitrary<Rules> = fc.integer({ min: 2, max: 4 }).chain(steps =>
  fc.record({
    steps: fc.constant(steps),
    windowMs: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(1_000)),
    stepWindowsMs: fc.oneof(
      fc.constant(Array.from({ length: steps - 1 }, () => unbounded)),
      fc.array(stepWindow, { minLength: steps - 1, maxLength: steps - 1 }),
    ),
    strict: mostly(false, true),
    fromMs: fc.integer({ min: -5, max: 3 }),
    toMs: fc.integer({ min: 4, max: 30 }),
  }),
)

/** Most events match one step. */
const steps = fc.oneof(
  { arbitrary: fc.constantFrom(1, 2, 4, 8), weight: 5 },
  { arbitrary: fc.integer({ min: 1, max: 15 }), weight: 1 },
  { arbitrary: fc.constantFrom(0, 1, 2, 4).map(step => step | (1 << exclusionBit(2))), weight: 1 },
  { arbitrary: fc.constantFrom(1, 2, 3).map(after => 1 << exclusionBit(after)), weight: 1 },
)

/** Events and their times. The clock moves by these ticks. */
const eventList = (ticks: fc.Arbitrary<number>) =>
  fc.array(fc.record({ tick: ticks, steps }), { maxLength: 14, size: 'max' }).map(events => {
    let now = 0
    return events.map(({ tick, steps }) => {
      now += tick
      return { at: now, steps }
    })
  })

test.each([
  ['that only moves forward', fc.integer({ min: 0, max: 4 })],
  ['that sometimes steps back', fc.integer({ min: -3, max: 4 })],
  ['that moves in any direction', fc.integer({ min: -12, max: 12 })],
])('equals a search through all chains, with a clock %s', (_, ticks) => {
  fc.assert(
    fc.property(rules, eventList(ticks), (funnelRules, events) => {
      const known = events.map(({ at, steps }) => ({
        at,
        steps: steps & (2 ** funnelRules.steps - 1 + 0xff00),
      }))
      const matching = known.filter(event => event.steps > 0)
      expect(byFold(matching, funnelRules)).toEqual(byBruteForce(matching, funnelRules))
    }),
    { numRuns: 5_000 },
  )
})
