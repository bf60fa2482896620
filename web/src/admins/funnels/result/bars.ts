import type { FunnelResult, StepResult } from '@tba/events/funnels/views.ts'
import { isNoiseOfCounts, isNoiseOfParts } from '../../parts/charts/change.tsx'

export type OpenBar = {
  step: number
  outcome: 'reached' | 'dropped'
  /** The group; null: unknown; absent: all. */
  value?: string | null
  isCompared: boolean
}

export type OpenBy = (bar: OpenBar) => void

export type Row = {
  step: number
  name: string
  result: StepResult
  lost: number
  compared: StepResult | null
  /** False: nobody entered in the compared period, so it has no rates. */
  hasRates: boolean
  isNoise: boolean
}

export function rowsOf(names: readonly string[], { steps, compared }: FunnelResult): Row[] {
  const hasRates = (compared?.steps[0]?.count ?? 0) > 0
  return steps.map((result, at) => ({
    step: at + 1,
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
  const partOf = (steps: readonly StepResult[]) => ({
    percent: steps[at]?.conversion ?? 0,
    of: steps[0]?.count ?? 0,
  })
  const [one, other] = [partOf(now), partOf(before)]
  return at === 0 ? isNoiseOfCounts(one.of, other.of) : isNoiseOfParts(one, other)
}

export function writeBar(params: URLSearchParams, bar: OpenBar | null): void {
  for (const name of ['open', 'group', 'no-group', 'compared']) params.delete(name)
  if (!bar) return
  params.set('open', `${bar.outcome}-${bar.step}`)
  if (bar.value === null) params.set('no-group', 'true')
  else if (bar.value !== undefined) params.set('group', bar.value)
  if (bar.isCompared) params.set('compared', 'true')
}

type Counted = {
  /** More steps than this have no bar. */
  steps: number
  isCompared: boolean
}

export function readBar(params: URLSearchParams, { steps, isCompared }: Counted): OpenBar | null {
  const [, outcome, at] = /^(reached|dropped)-([1-8])$/.exec(params.get('open') ?? '') ?? []
  const step = Number(at)
  // Nobody is lost after the last step.
  if (!outcome || step > (outcome === 'dropped' ? steps - 1 : steps)) return null
  const value = params.get('group')
  return {
    step,
    outcome: outcome === 'reached' ? 'reached' : 'dropped',
    ...(params.has('no-group') ? { value: null } : value !== null && { value }),
    isCompared: isCompared && params.get('compared') === 'true',
  }
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
