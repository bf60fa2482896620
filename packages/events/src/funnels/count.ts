import type { Reached, UnitEvents } from './chain.ts'
import type { StepResult } from './views.ts'

/** How many units reached each step, and how long they took. */
export class StepCounts {
  readonly #counts: number[]
  /** By step: the milliseconds from the one before, of each unit that reached it. */
  readonly #took: number[][]

  constructor(steps: number) {
    this.#counts = Array.from({ length: steps }, () => 0)
    this.#took = Array.from({ length: steps }, () => [])
  }

  /** A unit, by how far it came. */
  add({ at }: Pick<UnitEvents, 'at'>, { steps, previous, completed }: Reached): void {
    for (let step = 0; step < steps; step++) {
      this.#counts[step] = (this.#counts[step] as number) + 1
      if (step > 0)
        this.#took[step]?.push(
          (at[completed[step] as number] as number) - (at[previous[step] as number] as number),
        )
    }
  }

  results(): StepResult[] {
    const countOf = (step: number) => this.#counts[step] ?? 0
    return this.#took.map((took, step) => {
      const count = countOf(step)
      const medianMs = medianOf(took)
      return {
        count,
        dropped: step + 1 < this.#counts.length ? count - countOf(step + 1) : 0,
        conversion: percentOf(count, countOf(0)),
        fromPrevious: percentOf(count, countOf(Math.max(0, step - 1))),
        medianSeconds: medianMs === null ? null : medianMs / 1_000,
      }
    })
  }
}

/** Of an even number the mean of the two in the middle; null of none. */
function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
}

/** With one decimal, halves upwards; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10
}
