import { filtered, filterFields, filters } from '@tba/events/filters/filter.ts'
import { relativePeriods, shiftPeriod } from '@tba/events/period.ts'
import {
  type TrendDefinition,
  trendCounts,
  trendDefinition,
  trendIntervals,
} from '@tba/events/trends/definition.ts'
import { z } from 'zod'
import { draftStep } from '../funnels/builder/draft.ts'
import { parseJson } from '../parts/filters/filters.ts'

export const maxSeries = 4

/** A definition in the editor, and in an address. It may be incomplete. */
const draft = z.object({
  series: z.array(draftStep).min(1).max(maxSeries),
  count: z.enum(trendCounts).default('events'),
  interval: z.enum(trendIntervals).default('day'),
  /** Null: the dates. */
  period: z.enum(relativePeriods).nullable().default(null),
  from: z.string().default(''),
  to: z.string().default(''),
  filters: filters.default([]),
  segment: filtered.segment,
  breakdown: z.enum(filterFields).nullable().default(null),
  compareTo: z
    .union([z.literal('previous'), z.object({ from: z.string(), to: z.string() })])
    .nullable()
    .default(null),
  cumulative: z.boolean().default(false),
  ratio: z.boolean().default(false),
  bots: z.boolean().default(false),
})
export type TrendDraft = z.output<typeof draft>

/** How many plans were activated this month. */
export const emptyTrend = draft.parse({ series: [{ event: 'PlanActivated' }], period: 'month' })

/** Null: not a definition. */
export const parseTrend = (text: string): TrendDraft | null => draft.safeParse(parseJson(text)).data ?? null

/** Without default values. */
export function trendOf({ from, to, period, ...draft }: TrendDraft) {
  const { breakdown, compareTo, cumulative, ratio, bots, filters, segment } = draft
  // A relative period says itself that it is compared with the one before, which moves with it.
  const other = compareTo === 'previous' && !period ? shiftPeriod({ from, to }, -1) : compareTo
  return {
    series: draft.series.map(({ event, where }) => ({ event, ...(where.length > 0 && { where }) })),
    count: draft.count,
    interval: draft.interval,
    ...(period ? { period } : { from, to }),
    ...(filters.length > 0 && { filters }),
    ...(segment && { segment }),
    ...(breakdown && { breakdown }),
    ...(other && { compareTo: other }),
    ...(cumulative && { cumulative }),
    ...(ratio && draft.series.length === 2 && { ratio }),
    ...(bots && { bots }),
  }
}

/** Null while a choice is missing. `problems`: messages by the path of the field. */
export function checkedTrend(draft: TrendDraft): {
  definition: TrendDefinition | null
  problems: Readonly<Record<string, string>>
} {
  const isComplete = draft.series.every(
    ({ event, where }) => event !== '' && where.every(({ field, value }) => field !== '' && value !== null),
  )
  const checked = trendDefinition.safeParse(trendOf(draft))
  if (checked.success) return { definition: checked.data, problems: {} }
  const issues = isComplete ? checked.error.issues.toReversed() : []
  return {
    definition: null,
    problems: Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
  }
}
