import type { Came } from './unit.ts'

/** What a count tells apart: `value` is the breakdown's; all units together are `isWhole`. */
export type Group = { period: number; isWhole: boolean; value: string | null }

/** Of one step: how many units more (or fewer), and how often each time more. */
export type Difference = { units: number; times: Map<number, number> }
export type Differences = { group: Group; steps: Difference[] }[]

/** Sums up how units came, and no longer do: a unit that moved is taken away as it was and added as it is. */
export class Tally {
  private readonly groups = new Map<string, { group: Group; steps: Difference[] }>()
  private readonly hasBreakdown: boolean

  constructor(hasBreakdown: boolean) {
    this.hasBreakdown = hasBreakdown
  }

  move(before: Came | null, now: Came | null): void {
    if (before) this.add(before, -1)
    if (now) this.add(now, 1)
  }

  /** Those in which anything differs. */
  differences(): Differences {
    return [...this.groups.values()]
      .map(({ group, steps }) => ({ group, steps: steps.map(compact) }))
      .filter(({ steps }) => steps.some(({ units, times }) => units !== 0 || times.size > 0))
  }

  private add({ value, periods }: Came, sign: 1 | -1): void {
    for (const [period, times] of periods.entries()) {
      if (times.length === 0) continue
      this.addTimes({ period, isWhole: true, value: null }, times, sign)
      if (this.hasBreakdown) this.addTimes({ period, isWhole: false, value }, times, sign)
    }
  }

  private addTimes(group: Group, times: readonly number[], sign: 1 | -1): void {
    const key = JSON.stringify([group.period, group.isWhole, group.value])
    const its = this.groups.get(key) ?? { group, steps: [] }
    this.groups.set(key, its)
    for (const [step, ms] of times.entries()) {
      const difference = its.steps[step] ?? { units: 0, times: new Map() }
      its.steps[step] = difference
      difference.units += sign
      if (step > 0) difference.times.set(ms, (difference.times.get(ms) ?? 0) + sign)
    }
  }
}

const compact = ({ units, times }: Difference): Difference => ({
  units,
  times: new Map([...times].filter(([, more]) => more !== 0)),
})
