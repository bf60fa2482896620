import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { byWhatDecides, satisfies } from '@tba/events/funnels/matches.ts'
import { toldFields } from '@tba/events/history/told.ts'
import type { Json, JsonObject } from '@tba/events/json.ts'
import { deviceOf } from '../visits/device.ts'
import { referrerHost } from '../visits/referrer.ts'
import { robotOf } from '../visits/robot.ts'
import { sourceOf } from '../visits/source.ts'

/** What all events of a kind have in common, as the history keeps it. */
export type Kind = { type: string; said: JsonObject }

/** What a funnel takes from the events of a kind. */
export type KindRule = {
  /** Bit k: they match step k + 1, as far as their kind decides that. */
  steps: number
  /** Those of these steps that each event's own data decide. */
  open: number
  /** They say that a robot visits. */
  isRobot: boolean
  /** What they say of the breakdown; undefined: nothing. */
  value: string | null | undefined
}

type Definition = Pick<FunnelDefinition, 'steps' | 'breakdown' | 'bots'>

/** The rule of a kind; null where the funnel takes nothing from it. */
export function kindRulesOf({ steps, breakdown, bots = false }: Definition): (kind: Kind) => KindRule | null {
  const conditions = steps.map(({ event, where = [] }) => ({
    event,
    ...byWhatDecides(where, toldFields(event)),
  }))
  return ({ type, said }) => {
    const rule: KindRule = {
      ...{ steps: 0, open: 0 },
      isRobot: !bots && type === 'VisitStarted' && robotOf(text(said.userAgent)) !== null,
      value: breakdown && valueIn(breakdown, { type, said }),
    }
    // The build that took such events in may not have known their type.
    const isTold = toldFields(type).every(field => field in said)
    for (const [step, { event, kind, data }] of conditions.entries()) {
      if (event !== type || (isTold && !satisfies(kind, said))) continue
      rule.steps |= 1 << step
      if (data.length > 0 || (!isTold && kind.length > 0)) rule.open |= 1 << step
    }
    return rule.steps !== 0 || rule.isRobot || rule.value !== undefined ? rule : null
  }
}

/** Of the steps that a kind leaves open, those that an event matches by its data. */
export function decidedBy(steps: Definition['steps']): (open: number, data: JsonObject) => number {
  return (open, data) =>
    steps.reduce(
      (held, { where = [] }, step) =>
        open & (1 << step) && satisfies(where, data) ? held | (1 << step) : held,
      0,
    )
}

type Breakdown = NonNullable<FunnelDefinition['breakdown']>

const tellers: Readonly<Record<Breakdown, readonly string[]>> = {
  device: ['VisitStarted'],
  referrer: ['VisitStarted'],
  source: ['InteractionTracked', 'AnalyticsEventTracked'],
  plan: ['LeadSubmitted', 'PlanActivated', 'PlanChanged'],
}

/** Of device, referrer and source the first that is said counts, of the plan the last. */
export const isLastThatCounts = (breakdown: FunnelDefinition['breakdown']): boolean => breakdown === 'plan'

function valueIn(breakdown: Breakdown, { type, said }: Kind): string | null | undefined {
  if (!tellers[breakdown].includes(type)) return undefined
  if (breakdown === 'device') return deviceOf(text(said.userAgent)) ?? undefined
  if (breakdown === 'referrer') return referrerHost(text(said.referrer)) ?? undefined
  if (breakdown === 'source') return sourceOf(text(said.page) ?? '') ?? undefined
  return text(said.plan) ?? undefined
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : null)
