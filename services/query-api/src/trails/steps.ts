import type { FunnelStep } from '@tba/events/funnels/definition.ts'
import { byWhatDecides } from '@tba/events/funnels/matches.ts'
import { toldFields } from '@tba/events/history/told.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { kindRulesOf } from '@tba/runtime/funnels/kind-rules.ts'

type OfKind = (type: string, said: JsonObject) => number

/**
 * Which steps events of a kind match, as far as their kind decides, and which of these each event's own data decide: bit k
 * stands for step k + 1. By the rules by which saved funnels are counted.
 */
export function stepsBy(steps: readonly FunnelStep[]): { matched: OfKind; open: OfKind } {
  const ruleOf = kindRulesOf({ steps: [...steps], bots: true })
  return {
    matched: (type, said) => ruleOf({ type, said })?.steps ?? 0,
    open: (type, said) => ruleOf({ type, said })?.open ?? 0,
  }
}

/** Whether there are conditions that no kind decides. */
export function asksForData(steps: readonly FunnelStep[]): boolean {
  return steps.some(({ event, where = [] }) => byWhatDecides(where, toldFields(event)).data.length > 0)
}
