import { chainFinder } from '@tba/events/funnels/chain.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import { percentOf } from '@tba/events/percent.ts'
import { openUntil } from './read-units.ts'
import { StepCounts } from './run-funnel.ts'

const definition = {
  steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }, { event: 'AccountRegistered' }],
  windowSeconds: 3_600,
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-04-01T00:00:00.000Z',
}
const start = Date.parse('2026-03-02T00:00:00.000Z')

/** Units that complete the steps in order, each after so many milliseconds. The first step comes at once. */
function count(units: number[][]) {
  const find = chainFinder(rulesOf(definition))
  const counts = new StepCounts(3)
  for (const gapsMs of units) {
    let now = start
    const at = gapsMs.map(milliseconds => (now += milliseconds))
    const unit = { at, steps: at.map((_, step) => 1 << step), end: at.length }
    counts.add(unit, find(unit))
  }
  return counts.results()
}

test('counts how many reached each step, the shares, and the median times', () => {
  const units = [[0], [0, 60_000, 6_001], [0, 1_000], [0, 70_000], [0, 2_000, 5_000], [0, 4_001], []]
  expect(count(units)).toEqual([
    { count: 6, dropped: 1, conversion: 100, fromPrevious: 100, medianSeconds: null },
    { count: 5, dropped: 3, conversion: 83.3, fromPrevious: 83.3, medianSeconds: 4.001 },
    { count: 2, dropped: 0, conversion: 33.3, fromPrevious: 40, medianSeconds: 5.5005 },
  ])
})

test('without units all counts are 0, and there are no times', () => {
  const nothing = { count: 0, dropped: 0, conversion: 0, fromPrevious: 0, medianSeconds: null }
  expect(count([])).toEqual([nothing, nothing, nothing])
})

test('a percentage has one decimal, rounded half up', () => {
  const told = [percentOf(1, 3), percentOf(2, 3), percentOf(201, 400), percentOf(1, 2_000), percentOf(0, 0)]
  expect(told).toEqual([33.3, 66.7, 50.3, 0.1, 0])
})

test.each<[string, number[], number[], number, number?]>([
  ['from its last start', [10, 15, 16], [1, 1, 2], 115],
  ['from a start that is also a later step', [12], [3], 112],
  ['from the first moment of the period', [9, 10], [1, 1], 110],
  ['from its latest start, if the clock stepped back', [15, 12], [1, 1], 115],
  ['not from a start before or after the period', [9, 20], [1, 1], Number.NEGATIVE_INFINITY],
  ['not from a start after what counts', [12, 18], [1, 1], 112, 1],
])('a unit can continue for the window %s', (_, at, steps, untilMs, end = at.length) => {
  const rules = { steps: 2, windowMs: 100, stepWindowsMs: [], strict: false, fromMs: 10, toMs: 20 }
  expect(openUntil({ at, steps, end } as never, rules)).toBe(untilMs)
})
