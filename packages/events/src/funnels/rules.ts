import type { DatedFunnel } from './definition.ts'

/** The rules of a funnel for chains of events, in the log's milliseconds. */
export type Rules = {
  /** The number of steps: 2 to 8. */
  steps: number
  windowMs: number
  /** `[i]`: from step i + 1 to step i + 2; `unbounded` without such a window. */
  stepWindowsMs: readonly number[]
  strict: boolean
  fromMs: number
  toMs: number
}

/** Longer than any real time; shorter than the infinite time since an event that does not exist. */
export const unbounded = Number.MAX_VALUE

/** For the definition's own period, or for the compared one. */
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

// Seconds can have decimals, and a product with 1000 can be inexact: 4.001 * 1000 is less than 4001.
const milliseconds = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? unbounded : Number((seconds * 1_000).toFixed(6))
