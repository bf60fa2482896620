import { operators } from '@tba/events/condition.ts'
import { filtered, filters } from '@tba/events/filters/filter.ts'
import { breakdowns, type FunnelDefinition, funnelDefinition } from '@tba/events/funnels/definition.ts'
import { type Period, periodOf, relativePeriods, shiftPeriod } from '@tba/events/period.ts'
import { z } from 'zod'
import { parseJson } from '../../parts/filters/filters.ts'
import { days, hours } from '../../parts/time/durations.ts'

export type Operator = (typeof operators)[number]

const draftCondition = z.object({
  field: z.string(),
  op: z.enum(operators),
  /** Null: not chosen yet. */
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
})
export type DraftCondition = z.infer<typeof draftCondition>

export const draftStep = z.object({
  /** Empty: not chosen yet. */
  event: z.string(),
  where: z.array(draftCondition).default([]),
})
export type DraftStep = z.infer<typeof draftStep>

const dates = z.object({ from: z.string(), to: z.string() })

/** A definition in the editor, and in an address. It may be incomplete, and break rules. */
const draft = z.object({
  by: z.enum(['visit', 'customer', 'person']),
  steps: z.array(draftStep).min(2),
  windowSeconds: z.number(),
  /** `[i]`: from step i + 1 to step i + 2; null: no limit. */
  stepWindowsSeconds: z.array(z.number().nullable()).default([]),
  strict: z.boolean().default(false),
  /** Not done between step `after` and the next one. */
  exclude: z.array(draftStep.extend({ after: z.int().min(1) })).default([]),
  histogram: z.boolean().default(false),
  /** Null: the dates. */
  period: z.enum(relativePeriods).nullable().default(null),
  /** For a relative period, the dates of today. */
  from: z.string().default(''),
  to: z.string().default(''),
  /** Empty: now. */
  asOf: z.string().default(''),
  bots: z.boolean().default(false),
  breakdown: z.enum(breakdowns).nullable().default(null),
  filters: filters.default([]),
  segment: filtered.segment,
  compareTo: z
    .union([z.literal('previous'), dates])
    .nullable()
    .default(null),
  /** Counts of the compared period only what existed when it was as old. */
  equalAge: z.boolean().optional(),
})
type DraftInput = z.input<typeof draft>
export type Draft = z.output<typeof draft>

function withDefaults(read: Draft): Draft {
  const { compareTo, equalAge } = read
  const period = read.period ? periodOf(read.period, Date.now()) : { from: read.from, to: read.to }
  const { from, to } = shiftPeriod(period, -1)
  // A relative period says itself that it is compared with the one before, which moves with it.
  const isPrevious =
    read.period === null && typeof compareTo === 'object' && compareTo?.from === from && compareTo.to === to
  return {
    ...read,
    ...period,
    compareTo: isPrevious ? 'previous' : compareTo,
    equalAge: compareTo === null || (equalAge ?? false),
  }
}

export const draftOf = (definition: DraftInput): Draft => withDefaults(draft.parse(definition))

/** Null: not a definition. */
export function parseDraft(text: string): Draft | null {
  const read = draft.safeParse(parseJson(text))
  return read.success ? withDefaults(read.data) : null
}

/** Null: no complete definition of this build. */
export const parseDefinition = (value: unknown) => funnelDefinition.safeParse(value).data ?? null

export const funnelAddress = (definition: DraftInput) =>
  `/admin/funnels?${new URLSearchParams({ definition: JSON.stringify(definition) })}`

export const maxSteps = 8
export const emptyStep: DraftStep = { event: '', where: [] }

export const emptyDraft = () =>
  draftOf({ by: 'visit', steps: [emptyStep, emptyStep], windowSeconds: hours, period: '30d' })

export const isComplete = ({ steps, exclude }: Draft) =>
  [...steps, ...exclude].every(
    ({ event, where }) => event !== '' && where.every(({ field, value }) => field !== '' && value !== null),
  )

export const windowsOf = ({ steps, stepWindowsSeconds }: Draft) =>
  Array.from(steps.slice(1), (_, at) => stepWindowsSeconds[at] ?? null)

const stepOf = ({ event, where }: DraftStep) => ({ event, ...(where.length > 0 && { where }) })

/** Without default values. */
function requestOf(draft: Draft) {
  const { by, windowSeconds, from, to, period, strict, asOf, bots, breakdown, equalAge } = draft
  const { filters, segment, histogram } = draft
  const isPrevious = draft.compareTo === 'previous'
  const compareTo = isPrevious && !period ? shiftPeriod({ from, to }, -1) : draft.compareTo
  const windows = windowsOf(draft)
  // One behind the last step goes with it.
  const exclude = draft.exclude
    .filter(({ after }) => after < draft.steps.length)
    .map(({ after, ...step }) => ({ ...stepOf(step), after }))
  return {
    by,
    steps: draft.steps.map(stepOf),
    windowSeconds,
    ...(windows.some(seconds => seconds !== null) && { stepWindowsSeconds: windows }),
    ...(strict && { strict }),
    ...(exclude.length > 0 && { exclude }),
    ...(histogram && { histogram }),
    ...(period ? { period } : { from, to }),
    ...(asOf !== '' && { asOf }),
    ...(bots && { bots }),
    ...(breakdown && { breakdown }),
    ...(filters.length > 0 && { filters }),
    ...(segment && { segment }),
    ...(compareTo && { compareTo, ...(equalAge && { equalAge }) }),
    trend: trendOf({ from, to }),
  } as const
}

/** More days than this cannot be told apart in a chart. */
const trendOf = ({ from, to }: Period) =>
  Date.parse(to) - Date.parse(from) <= 45 * days * 1_000 ? 'day' : 'week'

/** The parameter of an address. */
export const definitionText = (draft: Draft) => JSON.stringify(requestOf(draft))

export const isSameDefinition = (one: FunnelDefinition, other: FunnelDefinition) =>
  definitionText(draftOf(one)) === definitionText(draftOf(other))

/** Messages by the path of the field, as the server writes it: `steps.0.event`. */
export type Problems = Readonly<Record<string, string>>

/** While a choice is missing, nothing is wrong yet. */
export function definitionOf(draft: Draft): { definition: FunnelDefinition | null; problems: Problems } {
  const checked = funnelDefinition.safeParse(requestOf(draft))
  if (checked.success) return { definition: checked.data, problems: {} }
  const issues = isComplete(draft) ? checked.error.issues.toReversed() : []
  const problems = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
  return { definition: null, problems }
}
