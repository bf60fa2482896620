import { chainsBy } from '@tba/events/funnels/chain.ts'
import { countWhole, FunnelCounts, percentOf } from '@tba/events/funnels/count.ts'
import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type Days, daysOf } from '@tba/events/rome-days.ts'
import type { Reading } from '../analytics/reading.ts'
import { earliestStart } from './earliest-start.ts'
import type { Only } from './only.ts'
import type { Stretch } from './stretch.ts'
import { trailsOf } from './trails.ts'

/** What is counted in one period, and until when units that have entered may still go on, in ms since 1970. */
export type Counted = {
  view: Omit<FunnelResult, 'position' | 'from' | 'to' | 'open'>
  openUntil: Float64Array
}

type Period = {
  stretch: Stretch
  end: number
  nowMs: number
  only?: Only | undefined
  trend?: DatedFunnel['trend']
}

export async function countPeriod(
  reading: Reading,
  definition: DatedFunnel,
  { stretch, end, nowMs, only, trend }: Period,
): Promise<Counted> {
  const { rules } = stretch
  const chain = chainsBy(rules)
  const days = trend ? daysOf(trend) : null
  let openUntil: number[] = []
  let perDay = new Map<string, { entered: number; converted: number }>()

  async function count(into: FunnelCounts): Promise<void> {
    openUntil = []
    perDay = new Map()
    for await (const trail of trailsOf(reading, definition, { stretch, end, only })) {
      const reach = chain(trail)
      if (reach.steps === 0) continue
      into.add(trail, reach, trail.value)
      const untilMs = latestStart(trail, rules) + rules.windowMs
      if (untilMs >= nowMs) openUntil.push(untilMs)
      if (days)
        addTo(
          perDay,
          days(trail.at[earliestStart(trail, rules, reach)] as number),
          reach.steps === rules.steps,
        )
    }
  }

  const counts = definition.breakdown ? await countWhole(rules.steps, count) : new FunnelCounts(rules.steps)
  if (!definition.breakdown) await count(counts)
  return {
    view: {
      steps: counts.results(),
      ...(definition.breakdown && counts.byValue()),
      ...(days && { trend: trendOf(perDay, days, stretch) }),
    },
    openUntil: Float64Array.from(openUntil),
  }
}

/** Of the last try that a unit began in the period. */
function latestStart(
  { at, steps, first, end }: { at: ArrayLike<number>; steps: ArrayLike<number>; first: number; end: number },
  { fromMs, toMs }: Stretch['rules'],
): number {
  let latest = Number.NEGATIVE_INFINITY
  for (let event = first; event < end; event++) {
    const now = at[event] as number
    if ((steps[event] as number) % 2 === 1 && now >= fromMs && now < toMs && now > latest) latest = now
  }
  return latest
}

type PerDay = Map<string, { entered: number; converted: number }>

function addTo(perDay: PerDay, day: string, isConverted: boolean): void {
  const counted = perDay.get(day) ?? { entered: 0, converted: 0 }
  counted.entered++
  if (isConverted) counted.converted++
  perDay.set(day, counted)
}

/** Every day or week of the period, those too in which nobody entered. */
function trendOf(perDay: PerDay, days: Days, { rules }: Stretch): FunnelResult['trend'] {
  return days.between(rules.fromMs, rules.toMs).map(start => {
    const { entered = 0, converted = 0 } = perDay.get(start) ?? {}
    return { start, entered, converted, conversion: percentOf(converted, entered) }
  })
}
