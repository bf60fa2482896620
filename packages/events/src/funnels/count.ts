import { Durations } from './durations.ts'
import type { Reach, Trail } from './trail.ts'
import type { FunnelResult, StepResult } from './views.ts'

/** How many units reached each step, and how long they took. */
export class StepCounts {
  readonly #reached: Float64Array
  readonly #took: Durations[]

  constructor(steps: number) {
    this.#reached = new Float64Array(steps)
    this.#took = Array.from({ length: steps }, () => new Durations())
  }

  /** A unit, by how far it came. */
  add({ at }: Pick<Trail, 'at'>, reach: Reach): void {
    for (let step = 0; step < reach.steps; step++) {
      this.#reached[step] = (this.#reached[step] as number) + 1
      if (step === 0) continue
      const completedAt = at[reach.completed[step] as number] as number
      this.#took[step]?.add(completedAt - (at[reach.previous[step] as number] as number))
    }
  }

  results(): StepResult[] {
    return stepResults(
      Array.from(this.#reached, (count, step) => ({ count, medianMs: this.#took[step]?.median() ?? null })),
    )
  }
}

/** What is told of steps, from how many units reached each of them and how long they took. */
export function stepResults(steps: readonly { count: number; medianMs: number | null }[]): StepResult[] {
  const countOf = (step: number) => steps[step]?.count ?? 0
  return steps.map(({ count, medianMs }, step) => ({
    count,
    dropped: step + 1 < steps.length ? count - countOf(step + 1) : 0,
    conversion: percentOf(count, countOf(0)),
    fromPrevious: percentOf(count, countOf(Math.max(0, step - 1))),
    medianSeconds: inSeconds(medianMs),
  }))
}

/** Of so many values the units are counted whole; of more, first how many enter each. */
const wholeAtMost = 2_000

/**
 * The same for all units and for those of each value of a breakdown. Where there are too many values to count all of them
 * whole, `isWhole` is false: then all units are to be counted again, of the values that turned out to be told apart.
 */
export class FunnelCounts {
  readonly #steps: number
  readonly #all: StepCounts
  readonly #byValue = new Map<string | null, StepCounts>()
  readonly #entered = new Map<string | null, number>()
  /** Those that are told apart, where that is known; all others are counted together. */
  readonly #apart: ReadonlySet<string | null> | null
  readonly #others: StepCounts

  constructor(steps: number, apart: ReadonlySet<string | null> | null = null) {
    this.#steps = steps
    this.#all = new StepCounts(steps)
    this.#apart = apart
    this.#others = new StepCounts(steps)
  }

  /** `value`: the unit's one in the breakdown, null where it is not known; undefined: nothing is broken down. */
  add(trail: Pick<Trail, 'at'>, reach: Reach, value?: string | null): void {
    if (reach.steps === 0) return
    this.#all.add(trail, reach)
    if (value !== undefined) this.#of(value)?.add(trail, reach)
  }

  get isWhole(): boolean {
    return this.#entered.size <= wholeAtMost
  }

  /** The values that are told apart. */
  mostEntered(): ReadonlySet<string | null> {
    const values = [...this.#entered].map(([value, entered]) => ({ value, entered }))
    return new Set(
      values
        .toSorted((one, other) => other.entered - one.entered || compareValues(one.value, other.value))
        .slice(0, valuesAtMost)
        .map(({ value }) => value),
    )
  }

  results(): StepResult[] {
    return this.#all.results()
  }

  byValue(): BrokenDown {
    const told = mostFrequent(
      [...this.#byValue].map(([value, counts]) => ({ value, steps: counts.results() })),
    )
    if (!this.#apart) return told
    const rest = this.#others.results().map(({ count }) => ({ count, medianMs: null }))
    return { ...told, breakdownRest: stepResults(rest) }
  }

  #of(value: string | null): StepCounts | undefined {
    if (this.#apart && !this.#apart.has(value)) return this.#others
    const known = this.#byValue.get(value)
    if (!this.#apart) {
      this.#entered.set(value, (this.#entered.get(value) ?? 0) + 1)
      if (this.#byValue.size === wholeAtMost) return known
    }
    if (known) return known
    const counts = new StepCounts(this.#steps)
    this.#byValue.set(value, counts)
    return counts
  }
}

/** Counts by `count`, and again where there were more values than can be counted whole at once. */
export async function countWhole(
  steps: number,
  count: (into: FunnelCounts) => void | Promise<void>,
): Promise<FunnelCounts> {
  const counts = new FunnelCounts(steps)
  await count(counts)
  if (counts.isWhole) return counts
  const again = new FunnelCounts(steps, counts.mostEntered())
  await count(again)
  return again
}

type OfValue = NonNullable<FunnelResult['breakdown']>[number]

type BrokenDown = Pick<FunnelResult, 'breakdown' | 'breakdownRest'>

/** Visitors say where they come from, and so make up as many values as they like. */
const valuesAtMost = 200

/** The most frequent values, and what all others come to. */
export function mostFrequent(values: readonly OfValue[]): BrokenDown {
  const sorted = values.toSorted(byFrequency)
  const others = sorted.slice(valuesAtMost)
  const counts = others[0]?.steps.map((_, step) => ({
    count: others.reduce((sum, { steps }) => sum + (steps[step]?.count ?? 0), 0),
    medianMs: null,
  }))
  return { breakdown: sorted.slice(0, valuesAtMost), ...(counts && { breakdownRest: stepResults(counts) }) }
}

/** Most frequent values first; what is not known stands behind all that are as frequent. */
const byFrequency = (one: OfValue, other: OfValue) =>
  entered(other) - entered(one) || compareValues(one.value, other.value)

const entered = ({ steps }: { steps: StepResult[] }) => steps[0]?.count ?? 0

function compareValues(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

/** With one decimal, halves upwards; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10
}

const inSeconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1_000)
