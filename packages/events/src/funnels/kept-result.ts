import { mostFrequent, stepResults } from './count.ts'
import type { FunnelDefinition } from './definition.ts'
import type { FunnelResult } from './views.ts'

/** How many units reached a step, from 1, in a period, and how long they took: of one value of the breakdown, or of all. */
export type KeptStep = {
  /** 0: the definition's own; 1: the one that it is compared with. */
  period: number
  isWhole: boolean
  value: string | null
  step: number
  units: number
  medianMs: number | null
}

/** What is told of a funnel by what was counted of it, and kept. */
export function keptResult(
  { steps, breakdown, compareTo }: FunnelDefinition,
  kept: readonly KeptStep[],
): Omit<FunnelResult, 'position'> {
  const resultOf = (its: readonly KeptStep[]) =>
    stepResults(
      steps.map((_, at) => {
        const { units = 0, medianMs = null } = its.find(({ step }) => step === at + 1) ?? {}
        return { count: units, medianMs: units === 0 ? null : medianMs }
      }),
    )
  const viewOf = (period: number) => {
    const its = kept.filter(step => step.period === period)
    const byValue = Map.groupBy(
      its.filter(({ isWhole }) => !isWhole),
      ({ value }) => value,
    )
    const values = [...byValue].map(([value, of]) => ({ value, steps: resultOf(of) }))
    return {
      steps: resultOf(its.filter(({ isWhole }) => isWhole)),
      ...(breakdown && mostFrequent(values.filter(({ steps: [first] }) => first?.count))),
    }
  }
  return { ...viewOf(0), ...(compareTo && { compared: viewOf(1) }) }
}
