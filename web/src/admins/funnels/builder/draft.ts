import { type FunnelDefinition, funnelDefinition, type operators } from '@tba/events/funnels/definition.ts'
import { periodOf, type RelativePeriod } from '@tba/events/funnels/period.ts'
import { days, hours } from '../../parts/time/durations.ts'
import { type Period, stepped } from '../../parts/time/periods.ts'

export type Operator = (typeof operators)[number]
/** `value` null: not chosen yet. */
export type DraftCondition = { field: string; op: Operator; value: string | number | boolean | null }
/** `event` empty: not chosen yet. */
export type DraftStep = { event: string; where: DraftCondition[] }

/** A definition in the editor. It may be incomplete. */
export type Draft = Pick<FunnelDefinition, 'by' | 'windowSeconds'> & {
  steps: DraftStep[]
  /** `[i]`: from step i + 1 to step i + 2; null: no limit. */
  stepWindowsSeconds: (number | null)[]
  strict: boolean
  /** For a relative period, the dates of today. */
  period: Period
  moving: RelativePeriod | null
  /** Empty: now. */
  asOf: string
  bots: boolean
  breakdown: FunnelDefinition['breakdown'] | null
  compareTo: Period | 'previous' | null
  /** Counts of the compared period only what existed when it was as old. */
  equalAge: boolean
}

export const mostSteps = 8
const emptyStep: DraftStep = { event: '', where: [] }

export const emptyDraft = (moving: RelativePeriod = '30d', nowMs = Date.now()): Draft => ({
  by: 'visit',
  steps: [emptyStep, emptyStep],
  windowSeconds: hours,
  stepWindowsSeconds: [],
  strict: false,
  period: periodOf(moving, nowMs),
  moving,
  asOf: '',
  bots: false,
  breakdown: null,
  compareTo: null,
  equalAge: true,
})

export const isComplete = ({ steps }: Draft) =>
  steps.every(
    ({ event, where }) => event !== '' && where.every(({ field, value }) => field !== '' && value !== null),
  )

const windowsOf = ({ steps, stepWindowsSeconds }: Draft) =>
  Array.from(steps.slice(1), (_, at) => stepWindowsSeconds[at] ?? null)

/** Without default values. It may break rules. */
function requestOf(draft: Draft) {
  const { by, windowSeconds, period, moving, strict, asOf, bots, breakdown, equalAge } = draft
  const isPrevious = draft.compareTo === 'previous'
  const compareTo = isPrevious && !moving ? stepped(period, -1) : draft.compareTo
  const windows = windowsOf(draft)
  return {
    by,
    steps: draft.steps.map(({ event, where }) => ({ event, ...(where.length > 0 && { where }) })),
    windowSeconds,
    ...(windows.some(seconds => seconds !== null) && { stepWindowsSeconds: windows }),
    ...(strict && { strict }),
    ...(moving ? { period: moving } : period),
    ...(asOf !== '' && { asOf }),
    ...(bots && { bots }),
    ...(breakdown && { breakdown }),
    ...(compareTo && { compareTo, ...(equalAge && { equalAge }) }),
    trend: trendOf(period),
  } as const
}

/** More days than this cannot be told apart in a chart. */
const trendOf = ({ from, to }: Period) =>
  Date.parse(to) - Date.parse(from) <= 45 * days * 1_000 ? 'day' : 'week'

/** Messages by the path of the field, as the server writes it: `steps.0.event`. */
export type Problems = Readonly<Record<string, string>>

export function definitionOf(draft: Draft): { definition: FunnelDefinition | null; problems: Problems } {
  const checked = funnelDefinition.safeParse(requestOf(draft))
  if (checked.success) return { definition: checked.data, problems: {} }
  const problems: Record<string, string> = {}
  for (const { path, message } of checked.error.issues)
    if (isSaid(draft, path)) problems[path.join('.')] ??= message
  return { definition: null, problems }
}

/** An empty field is no mistake yet. */
function isSaid({ steps }: Draft, [first, at, part, condition]: readonly PropertyKey[]): boolean {
  if (first !== 'steps') return true
  const step = steps[Number(at)]
  if (!step || part === undefined) return steps.length > mostSteps
  if (part === 'event') return step.event !== ''
  const entered = step.where[Number(condition)]
  return entered !== undefined && entered.field !== '' && entered.value !== null
}

export function draftOf(definition: FunnelDefinition): Draft {
  const { by, windowSeconds, stepWindowsSeconds = [], asOf = '', breakdown = null } = definition
  const { from = '', to = '', period: moving = null, compareTo = null, equalAge } = definition
  const period = moving ? periodOf(moving, Date.now()) : { from, to }
  const previous = stepped(period, -1)
  const isPrevious =
    compareTo === 'previous' || (compareTo?.from === previous.from && compareTo.to === previous.to)
  return {
    ...{ by, windowSeconds, stepWindowsSeconds, asOf, breakdown, period, moving },
    equalAge: compareTo === null || (equalAge ?? false),
    steps: definition.steps.map(({ event, where = [] }) => ({
      event,
      // A fixed order of the names, for comparison as JSON.
      where: where.map(({ field, op, value }) => ({ field, op, value })),
    })),
    strict: definition.strict ?? false,
    bots: definition.bots ?? false,
    compareTo: isPrevious ? 'previous' : compareTo,
  }
}

export const isSameDefinition = (one: FunnelDefinition, other: FunnelDefinition) =>
  JSON.stringify(requestOf(draftOf(one))) === JSON.stringify(requestOf(draftOf(other)))

export const withStep = (draft: Draft, at: number, step: DraftStep): Draft => ({
  ...draft,
  steps: draft.steps.with(at, step),
})

export const withoutStep = (draft: Draft, at: number): Draft => ({
  ...draft,
  steps: draft.steps.toSpliced(at, 1),
  stepWindowsSeconds: draft.stepWindowsSeconds.slice(0, draft.steps.length - 2),
})

export const withNewStep = (draft: Draft): Draft => ({ ...draft, steps: [...draft.steps, emptyStep] })

export const withMoved = (draft: Draft, at: number, to: number): Draft => ({
  ...draft,
  steps: draft.steps.toSpliced(at, 1).toSpliced(to, 0, draft.steps[at] ?? emptyStep),
})

export const withStepWindow = (draft: Draft, at: number, seconds: number | null): Draft => ({
  ...draft,
  stepWindowsSeconds: windowsOf(draft).with(at, seconds),
})
