import { toldFields } from '../history/told.ts'
import { pathStep, type Said, twinOf } from '../paths/path-step.ts'
import type { InsteadView } from './views.ts'

export type Refusal = Pick<InsteadView['refusals'][number], 'action' | 'reason'>
export type Act = Pick<InsteadView['next'][number], 'event' | 'where'>

/** What an event of a kind is to whoever asks what was done next. */
export type Deed = {
  act: Act
  /** Nobody did anything for it: it stands for what was done only where nothing else does. */
  isPassive: boolean
  /** What was refused, if this is a refusal, which is nothing that was done. */
  refusal: Refusal | null
  /** Of a view or a click, which the page tells twice: what both tellings have in common, and whether it is the second. */
  twin: ReturnType<typeof twinOf>
}

export function deedOf(type: string, said: Said): Deed {
  return {
    act: { event: type, where: fieldsThatTell(type, said).flatMap(field => conditionOn(field, said[field])) },
    isPassive: pathStep(type, said) === null,
    refusal: type === 'ActionRefused' ? refusalIn(said) : null,
    twin: twinOf(type, said),
  }
}

/** Where the answer had no sentence of ours, its status says what there is to say. */
const refusalIn = ({ action, reason, status }: Said): Refusal => ({
  action: String(action),
  reason: typeof reason === 'string' ? reason : `risposta ${status}`,
})

/** What tells a view is its page; a click, what was clicked, wherever it stands; anything else, all that its kind says. */
function fieldsThatTell(type: string, said: Said): readonly string[] {
  if (type === 'AnalyticsEventTracked') return ['eventName', said.eventLabel ? 'eventLabel' : 'page']
  if (type !== 'InteractionTracked') return type === 'VisitStarted' ? [] : toldFields(type)
  const isOfElement = said.eventType !== 'page_view' && (said.elementId || said.elementText)
  return ['eventType', ...(isOfElement ? ['elementText', 'elementId'] : ['page'])]
}

function conditionOn(field: string, value: Said[string]): Act['where'] {
  if (value === null || value === undefined || value === '' || typeof value === 'object') return []
  return [{ field, op: 'is', value: String(value) }]
}
