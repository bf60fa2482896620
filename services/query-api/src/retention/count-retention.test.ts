import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cohortsOf, customersIn } from './count-retention.ts'

type Event = { what: string; atMs: number }
/** A week is as long as ten, here. */
const weekOf = (atMs: number) => Math.floor(atMs / 10)

function counting(customers: Event[][], { fromMs = 0, toMs = 1_000, cohort = 'in', action = 'do' } = {}) {
  const all = customers.flat()
  const starts = [0]
  for (const customer of customers) starts.push((starts.at(-1) ?? 0) + customer.length)
  const events = {
    at: Float64Array.from(all, ({ atMs }) => atMs),
    starts: Int32Array.from(starts.slice(0, -1)),
    ends: Int32Array.from(starts.slice(1)),
  }
  const is = (what: string) => (row: number) => all[row]?.what === what
  const asked = { enters: is(cohort), acts: is(action), fromMs, toMs, weekOf }
  return {
    cohorts: () =>
      cohortsOf(events, asked).map(({ weeks, ...more }) => ({
        ...more,
        weeks: Array.from(weeks, count => count ?? 0),
      })),
    customers: (week: number, after: number | null) =>
      customersIn(events, asked, { week, after }).map(({ unit }) => unit),
  }
}
const on = (what: string, atMs: number): Event => ({ what, atMs })

test('a customer is of the week of their first entry, and counts once a week in which they did it since', () => {
  const { cohorts } = counting([
    [on('do', 1), on('in', 5), on('do', 8), on('do', 9), on('do', 31)],
    [on('in', 7), on('in', 25), on('do', 26)],
    [on('in', 12)],
    [on('do', 3)],
  ])
  expect(cohorts()).toEqual([
    { week: 0, size: 2, weeks: [1, 0, 1, 1] },
    { week: 1, size: 1, weeks: [] },
  ])
})

test('where entering is what is counted, the first entry counts in its own week', () => {
  expect(counting([[on('in', 5), on('in', 6), on('in', 15)]], { action: 'in' }).cohorts()).toEqual([
    { week: 0, size: 1, weeks: [1, 1] },
  ])
})

test('what came later in the log is not earlier, whatever the clock said', () => {
  expect(counting([[on('in', 25), on('do', 3)]]).cohorts()).toEqual([{ week: 2, size: 1, weeks: [1] }])
})

test('who entered out of the period is of no cohort, but for a later entry within it', () => {
  const customers = [[on('in', 5), on('in', 15), on('do', 16)], [on('in', 20)]]
  expect(counting(customers, { fromMs: 10, toMs: 20 }).cohorts()).toEqual([{ week: 1, size: 1, weeks: [1] }])
})

const customer = fc.array(
  fc.record({ what: fc.constantFrom('in', 'do', 'other'), atMs: fc.integer({ min: 0, max: 60 }) }),
  { maxLength: 10 },
)
test('each cell counts the customers that a look at each by themselves does, and opens them', () => {
  fc.assert(
    fc.property(fc.array(customer, { maxLength: 15 }), fc.constantFrom('in', 'do'), (customers, action) => {
      const counted = counting(customers, { action, fromMs: 10, toMs: 50 })
      const weeks = [0, 1, 2, 3, 4, 5, 6]
      const naive = customers.map(events => {
        const first = events.findIndex(({ what, atMs }) => what === 'in' && atMs >= 10 && atMs < 50)
        const week = first < 0 ? null : weekOf(events[first]?.atMs ?? 0)
        const acted = events.slice(Math.max(0, first)).filter(({ what }) => what === action)
        return { week, weeks: new Set(acted.map(({ atMs }) => Math.max(0, weekOf(atMs) - (week ?? 0)))) }
      })
      for (const { week, size, weeks: counts } of counted.cohorts()) {
        const members = naive.flatMap((each, unit) => (each.week === week ? [unit] : []))
        expect(counted.customers(week, null)).toEqual(members)
        expect(size).toBe(members.length)
        for (const after of weeks) {
          const those = members.filter(unit => naive[unit]?.weeks.has(after))
          expect(counts[after] ?? 0).toBe(those.length)
          expect(counted.customers(week, after)).toEqual(those)
        }
      }
      expect(counted.cohorts().reduce((sum, { size }) => sum + size, 0)).toBe(
        naive.filter(({ week }) => week !== null).length,
      )
    }),
    { numRuns: 1_000 },
  )
})
