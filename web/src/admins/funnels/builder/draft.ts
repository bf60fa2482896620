import { type FunnelDefinition, funnelDefinition, type operators } from '@tba/events/funnels/definition.ts'
import { periodOf, type RelativePeriod } from '@tba/events/funnels/period.ts'
import { days, hours } from '../../parts/time/durations.ts'
import { type Period, stepped } from '../../parts/time/periods.ts'

export type Operator = (typeof operators)[number]
/** `value` null: nobody has said yet which. */
export type DraftCondition = { field: string; op: Operator; value: string | number | boolean | null }
/** `event` empty: nobody has said yet which. */
export type DraftStep = { event: string; where: DraftCondition[] }

/** A definition that somebody is at: steps may lack what they are to have. */
export type Draft = Pick<FunnelDefinition, 'by' | 'windowSeconds'> & {
  steps: DraftStep[]
  /** `[i]`: to step i + 2 from the one before it; null: no bound of its own. */
  stepWindowsSeconds: (number | null)[]
  strict: boolean
  /** Its dates; of a period that moves with the day, those of today. */
  period: Period
  moving: RelativePeriod | null
  /** Empty: what the read side has reached. */
  asOf: string
  bots: boolean
  breakdown: FunnelDefinition['breakdown'] | null
  compareTo: Period | 'previous' | null
  /** Of the other period only what was there when it was as old as this one is. */
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

/** What is asked for, without what is left as it would be anyway; it may break rules of the definition. */
function asked(draft: Draft) {
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

/** By the day, as long as the days can be told apart in a chart. */
const trendOf = ({ from, to }: Period) =>
  Date.parse(to) - Date.parse(from) <= 45 * days * 1_000 ? 'day' : 'week'

/** Each broken rule by the path of the field that it is about, as the server writes it. */
export type Problems = Readonly<Record<string, string>>

export function definitionOf(draft: Draft): { definition: FunnelDefinition | null; problems: Problems } {
  const checked = funnelDefinition.safeParse(asked(draft))
  if (checked.success) return { definition: checked.data, problems: {} }
  const problems: Record<string, string> = {}
  for (const { path, message } of checked.error.issues)
    if (isSaid(draft, path)) problems[path.join('.')] ??= message
  return { definition: null, problems }
}

/** What nobody has filled in yet is no mistake. */
function isSaid({ steps }: Draft, [first, at, part, condition]: readonly PropertyKey[]): boolean {
  if (first !== 'steps') return true
  const step = steps[Number(at)]
  if (!step || part === undefined) return steps.length > mostSteps
  if (part === 'event') return step.event !== ''
  const said = step.where[Number(condition)]
  return said !== undefined && said.field !== '' && said.value !== null
}

/** To go on with a definition: one that was saved, or an example. */
export function draftOf(definition: FunnelDefinition): Draft {
  const { by, windowSeconds, stepWindowsSeconds = [], asOf = '', breakdown = null } = definition
  const { from = '', to = '', period: moving = null, compareTo = null, equalAge } = definition
  const period = moving ? periodOf(moving, Date.now()) : { from, to }
  const previous = stepped(period, -1)
  const isPrevious =
    compareTo === 'previous' || (compareTo?.from === previous.from && compareTo.to === previous.to)
  return {
    ...{ by, windowSeconds, stepWindowsSeconds, asOf, breakdown, period, moving },
    // Where nothing is compared it stays as it would be chosen.
    equalAge: compareTo === null || (equalAge ?? false),
    steps: definition.steps.map(({ event, where = [] }) => ({
      event,
      // In one order of their names, whatever the order in which they were kept.
      where: where.map(({ field, op, value }) => ({ field, op, value })),
    })),
    strict: definition.strict ?? false,
    bots: definition.bots ?? false,
    compareTo: isPrevious ? 'previous' : compareTo,
  }
}

/** Whether both count the same. */
export const isSameDefinition = (one: FunnelDefinition, other: FunnelDefinition) =>
  JSON.stringify(asked(draftOf(one))) === JSON.stringify(asked(draftOf(other)))

/** Each makes another draft; the windows between steps stay where they are. */
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
