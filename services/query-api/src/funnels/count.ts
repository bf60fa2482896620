import type { Reached, UnitEvents } from '@tba/events/funnels/chain.ts'
import type { StepResult } from '@tba/events/funnels/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import quickselect from 'quickselect'

/** Counts the units that reached each step, and their times. */
export class StepCounts {
  /** By step: the milliseconds from the one before, for each unit that reached it. */
  readonly #took: number[][]

  constructor(steps: number) {
    this.#took = Array.from({ length: steps }, () => [])
  }

  /** Adds a unit. */
  add({ at }: Pick<UnitEvents, 'at'>, { steps, previous, completed }: Reached): void {
    const timeAt = (event: number | undefined) => at[event as number] as number
    for (let step = 0; step < steps; step++)
      this.#took[step]?.push(timeAt(completed[step]) - timeAt(previous[step]))
  }

  results(): StepResult[] {
    const countOf = (step: number) => this.#took[step]?.length ?? 0
    return this.#took.map((took, step) => {
      const isLast = step === this.#took.length - 1
      const medianMs = step === 0 ? null : medianOf(took)
      return {
        count: took.length,
        dropped: isLast ? 0 : took.length - countOf(step + 1),
        conversion: percentOf(took.length, countOf(0)),
        fromPrevious: percentOf(took.length, countOf(Math.max(0, step - 1))),
        medianSeconds: medianMs === null ? null : medianMs / 1_000,
      }
    })
  }
}

/** For an even number the mean of the two middle values; null for none. */
function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const numbers = [...values]
  const middle = (numbers.length - 1) / 2
  const smallest = (rank: number) => {
    quickselect(numbers, rank)
    return numbers[rank] as number
  }
  return (smallest(Math.floor(middle)) + smallest(Math.ceil(middle))) / 2
}
