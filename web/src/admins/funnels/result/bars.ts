import type { FunnelResult, StepResult } from '@tba/events/funnels/views.ts'
import { isNoiseOfCounts, isNoiseOfParts } from '../../parts/charts/change.tsx'
import type { OpenBar } from '../builder/open-bar.ts'

/** Of two segments. Left out: two periods, or one. */
export type Names = readonly [string, string] | undefined
export type OpenBarHandler = (bar: OpenBar) => void

export type Row = ReturnType<typeof rowsOf>[number]

export function rowsOf(names: readonly string[], { steps, compared }: FunnelResult) {
  /** False: nobody entered in the compared period, so it has no rates. */
  const hasRates = (compared?.steps[0]?.count ?? 0) > 0
  return steps.map((result, at) => ({
    id: String(at + 1),
    step: at + 1,
    isLast: at === steps.length - 1,
    name: names[at] ?? '',
    result,
    lost: steps[at - 1]?.dropped ?? 0,
    compared: compared?.steps[at] ?? null,
    hasRates,
    isNoise: compared !== undefined && hasRates && isNoiseAt(steps, compared.steps, at),
  }))
}

/** The first step compares counts, later steps compare rates. */
export function isNoiseAt(now: readonly StepResult[], before: readonly StepResult[], at: number): boolean {
  const rateOf = (steps: readonly StepResult[]) => ({
    percent: steps[at]?.conversion ?? 0,
    total: steps[0]?.count ?? 0,
  })
  const [one, other] = [rateOf(now), rateOf(before)]
  return at === 0 ? isNoiseOfCounts(one.total, other.total) : isNoiseOfParts(one, other)
}

/** Null: there is no such group. */
export function amountOf({ step, outcome, value, isCompared }: OpenBar, result: FunnelResult): number | null {
  const counted = isCompared ? result.compared : result
  const steps =
    value === undefined ? counted?.steps : counted?.breakdown?.find(group => group.value === value)?.steps
  const found = steps?.[step - 1]
  if (!found) return null
  return outcome === 'reached' ? found.count : found.dropped
}
