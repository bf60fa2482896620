import type { Runs } from '../analytics/runs.ts'

/** Events by unit, in the order of the log. */
export type UnitEvents = Pick<Runs, 'starts' | 'ends' | 'at'>

export type RetentionAsked = {
  /** Whether this row is the event by which customers enter a cohort. */
  enters: (row: number) => boolean
  /** Whether it is what they are counted for. */
  acts: (row: number) => boolean
  fromMs: number
  toMs: number
  /** The number of the week of a moment. */
  weekOf: (atMs: number) => number
}

/** The customers of a week, and how many of them came back in each week since. */
export type Cohort = { week: number; size: number; weeks: number[] }

/** Those of one unit: null where it is of no cohort. `told` gets each week in which it acted, counted from its first, once. */
type Kept = (unit: number, week: number, entered: number) => { told: (after: number) => void }

/** Goes through all units; each is of one cohort at most, and counts once a week. */
export function eachCustomer(events: UnitEvents, asked: RetentionAsked, kept: Kept): void {
  const { starts, ends, at } = events
  const { enters, acts, fromMs, toMs, weekOf } = asked
  /** By weeks since the cohort's: which unit was counted there last. */
  const counted: number[] = []
  for (let unit = 0; unit < starts.length; unit++) {
    const end = ends[unit] as number
    let row = starts[unit] as number
    while (row < end && !((at[row] as number) >= fromMs && (at[row] as number) < toMs && enters(row))) row++
    if (row === end) continue
    const week = weekOf(at[row] as number)
    const { told } = kept(unit, week, row)
    for (; row < end; row++) {
      if (!acts(row)) continue
      // Where the log's clock stepped back, what came later lies in an earlier week.
      const after = Math.max(0, weekOf(at[row] as number) - week)
      if (counted[after] === unit) continue
      counted[after] = unit
      told(after)
    }
  }
}

/** The cohorts in which there is anybody, the oldest first. */
export function cohortsOf(events: UnitEvents, asked: RetentionAsked): Cohort[] {
  const cohorts = new Map<number, Cohort>()
  eachCustomer(events, asked, (_unit, week) => {
    let cohort = cohorts.get(week)
    if (!cohort) {
      cohort = { week, size: 0, weeks: [] }
      cohorts.set(week, cohort)
    }
    cohort.size += 1
    const { weeks } = cohort
    return {
      told: after => {
        weeks[after] = (weeks[after] ?? 0) + 1
      },
    }
  })
  return [...cohorts.values()].sort((one, other) => one.week - other.week)
}

/** A customer, by the number of the unit, and the row by which they entered their cohort. */
export type Customer = { unit: number; entered: number }

/** The customers that a cell counts. @param after null: all of the cohort */
export function customersIn(
  events: UnitEvents,
  asked: RetentionAsked,
  { week, after }: { week: number; after: number | null },
): Customer[] {
  const customers: Customer[] = []
  eachCustomer(events, asked, (unit, own, entered) => {
    if (own === week && after === null) customers.push({ unit, entered })
    return {
      told: acted => {
        if (own === week && acted === after) customers.push({ unit, entered })
      },
    }
  })
  return customers
}
