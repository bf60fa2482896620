import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainsBy } from './chain.ts'
import { countWhole, FunnelCounts, percentOf } from './count.ts'
import { rulesOf } from './rules.ts'

const definition = {
  steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }, { event: 'AccountRegistered' }],
  windowSeconds: 3_600,
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-04-01T00:00:00.000Z',
}
const start = Date.parse('2026-03-02T00:00:00.000Z')

/** Units that do one step after the other, after so many milliseconds each; the first comes at once. */
function count(units: { took: number[]; value?: string | null }[], counts = new FunnelCounts(3)) {
  const find = chainsBy(rulesOf(definition))
  for (const { took, value } of units) {
    let now = start
    const at = took.map(milliseconds => (now += milliseconds))
    const trail = { at, steps: at.map((_, step) => 1 << step), first: 0, end: at.length }
    counts.add(trail, find(trail), value)
  }
  return counts
}

test('A result tells how many reached each step, of whom, and how long half of them took', () => {
  const units = [[0], [0, 1_000], [0, 2_000, 5_000], [0, 4_001], [0, 60_000, 6_001], [0, 70_000], []]
  expect(count(units.map(took => ({ took }))).results()).toEqual([
    { count: 6, dropped: 1, conversion: 100, fromPrevious: 100, medianSeconds: null },
    { count: 5, dropped: 3, conversion: 83.3, fromPrevious: 83.3, medianSeconds: 4.001 },
    { count: 2, dropped: 0, conversion: 33.3, fromPrevious: 40, medianSeconds: 5.5005 },
  ])
})

test('Where nobody came, everything is nothing and no time is told', () => {
  const nothing = { count: 0, dropped: 0, conversion: 0, fromPrevious: 0, medianSeconds: null }
  expect(count([]).results()).toEqual([nothing, nothing, nothing])
  expect(count([{ took: [] }]).byValue()).toEqual({ breakdown: [] })
})

test('A breakdown has the most frequent values first, and units of which none is known behind as many', () => {
  const of = (value: string | null, times: number) =>
    Array.from({ length: times }, () => ({ took: [0], value }))
  const counts = count([
    ...of('tablet', 1),
    ...of(null, 2),
    ...of('mobile', 2),
    ...of('desktop', 2),
    { took: [], value: 'nobody' },
    { took: [0, 1], value: 'tablet' },
    { took: [0, 1, 1], value: 'tablet' },
  ])
  const told = counts
    .byValue()
    .breakdown?.map(({ value, steps }) => [value, ...steps.map(step => step.count)])
  expect(told).toEqual([
    ['tablet', 3, 2, 1],
    ['desktop', 2, 0, 0],
    ['mobile', 2, 0, 0],
    [null, 2, 0, 0],
  ])
  expect(counts.results().map(step => step.count)).toEqual([9, 2, 1])
})

test('However many values visitors make up, the most frequent are told apart and all others together', () => {
  const made = Array.from({ length: 300 }, (_, at) => ({ took: [0, 1], value: `made-up-${at}` }))
  const { breakdown = [], breakdownRest } = count([
    ...made,
    { took: [0], value: 'z' },
    { took: [0], value: 'z' },
  ]).byValue()
  expect([breakdown.length, breakdown[0]?.value]).toEqual([200, 'z'])
  expect(breakdownRest).toMatchObject([
    { count: 101, dropped: 0 },
    { count: 101, medianSeconds: null },
    { count: 0 },
  ])
})

test('Too many values to count whole at once are counted twice, with the same result', async () => {
  const made = Array.from({ length: 2_500 }, (_, at) => ({ took: [0, at], value: `made-up-${at % 2_100}` }))
  const units = [...made, ...Array.from({ length: 3 }, () => ({ took: [0, 7, 8], value: 'z' }))]
  let runs = 0
  const twice = await countWhole(3, counts => {
    runs++
    count(units, counts)
  })
  expect(runs).toBe(2)
  const whole = count(units, new FunnelCounts(3, new Set(units.map(({ value }) => value))))
  expect(twice.results()).toEqual(whole.results())
  const { breakdown = [], breakdownRest } = twice.byValue()
  expect(breakdown).toEqual(whole.byValue().breakdown)
  expect(breakdown[0]).toMatchObject({
    value: 'z',
    steps: [{ count: 3 }, { medianSeconds: 0.007 }, { count: 3 }],
  })
  const told = breakdown.reduce((sum, { steps }) => sum + (steps[0]?.count ?? 0), 0)
  expect(breakdownRest?.[0]?.count).toBe(units.length - told)
})

test('The median is the one of a sorted list, asked once or again after more', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 2_000_000 }), { size: 'max', maxLength: 300 }), took => {
      const counts = new FunnelCounts(2)
      const find = chainsBy({ ...rulesOf(definition), steps: 2, windowMs: 1e9 })
      const half = took.length >> 1
      for (const [at, times] of [took.slice(0, half), took.slice(half)].entries()) {
        for (const milliseconds of times) {
          const trail = { at: [start, start + milliseconds], steps: [1, 2], first: 0, end: 2 }
          counts.add(trail, find(trail))
        }
        expect(counts.results()[1]?.medianSeconds ?? null).toBe(medianOf(at === 0 ? times : took))
      }
    }),
  )
})

function medianOf(milliseconds: number[]): number | null {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2 / 1_000
}

test('A percentage has one decimal, and its halves go up', () => {
  const told = [percentOf(1, 3), percentOf(2, 3), percentOf(201, 400), percentOf(1, 2_000), percentOf(0, 0)]
  expect(told).toEqual([33.3, 66.7, 50.3, 0.1, 0])
})

test('A window of parts of a second is as many milliseconds, and a period is told in them', () => {
  expect(rulesOf({ ...definition, windowSeconds: 4.001, stepWindowsSeconds: [null, 0.0005] })).toEqual({
    steps: 3,
    windowMs: 4_001,
    stepWindowsMs: [Number.MAX_VALUE, 0.5],
    strict: false,
    fromMs: Date.parse(definition.from),
    toMs: Date.parse(definition.to),
  })
})
