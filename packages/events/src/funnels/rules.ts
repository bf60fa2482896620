import type { DatedFunnel } from './definition.ts'

/** What a definition asks of the chains of events, in the log's milliseconds. */
export type Rules = {
  /** How many steps: 2 to 8. */
  steps: number
  windowMs: number
  /** `[i]`: from step i + 1 to step i + 2; `unbounded` where the definition has no such window. */
  stepWindowsMs: readonly number[]
  strict: boolean
  fromMs: number
  toMs: number
}

/** Longer than any time; shorter than the time since what never was, which is infinite. */
export const unbounded = Number.MAX_VALUE

/** In the definition's own period, or in another one, with which it is compared. */
export function rulesOf(
  definition: Pick<DatedFunnel, 'steps' | 'windowSeconds' | 'stepWindowsSeconds' | 'strict' | 'from' | 'to'>,
  period: { from: string; to: string } = definition,
): Rules {
  const { steps, windowSeconds, stepWindowsSeconds = [], strict = false } = definition
  return {
    steps: steps.length,
    windowMs: milliseconds(windowSeconds),
    stepWindowsMs: steps.slice(1).map((_, at) => milliseconds(stepWindowsSeconds[at])),
    strict,
    fromMs: Date.parse(period.from),
    toMs: Date.parse(period.to),
  }
}

// Seconds may have decimals, of which a product with 1000 may miss the millisecond that was meant: 4.001 * 1000 is less.
const milliseconds = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? unbounded : Number((seconds * 1_000).toFixed(6))
