import type { Reached, UnitEvents } from '@tba/events/funnels/chain.ts'
import type { StepResult } from '@tba/events/funnels/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import quickselect from 'quickselect'

/** Counts the units that reached each step, and their times. */
export class StepCounts {
  #entered = 0
  /** By step after the first: the milliseconds from the one before, for each unit that reached it. */
  readonly #took: number[][]

  constructor(steps: number) {
    this.#took = Array.from({ length: steps - 1 }, () => [])
  }

  /** Adds a unit. */
  add({ at }: Pick<UnitEvents, 'at'>, { steps, previous, completed }: Reached): void {
    const timeAt = (event: number | undefined) => at[event as number] as number
    if (steps > 0) this.#entered++
    for (let step = 1; step < steps; step++)
      this.#took[step - 1]?.push(timeAt(completed[step]) - timeAt(previous[step]))
  }

  results(): StepResult[] {
    const counts = [this.#entered, ...this.#took.map(({ length }) => length)]
    return counts.map((count, step) => {
      const medianMs = medianOf(this.#took[step - 1] ?? [])
      return {
        count,
        dropped: count - (counts[step + 1] ?? count),
        conversion: percentOf(count, this.#entered),
        fromPrevious: percentOf(count, counts[step - 1] ?? count),
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
