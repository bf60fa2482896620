import type { Attributes } from '@tba/events/attributes.ts'
import type { InsteadView } from '@tba/events/funnels/views.ts'
import { memoized } from '@tba/events/memoized.ts'
import { conditionsFor, pathStep } from '@tba/events/paths/path-step.ts'
import { percentOf } from '@tba/events/percent.ts'
import { present } from '@tba/events/present.ts'
import { type SideKind, sideKindOf } from '@tba/events/tracking/interaction-type.ts'
import { type Twin, twinOf } from '@tba/events/tracking/twins.ts'
import { indexedFields } from '../analytics/copy/indexed-fields.ts'
import type { SignatureOf } from '../analytics/unit-events.ts'

const maxRows = 50

/** What an event means here. The texts are JSON: equal texts are equal actions. */
type NextAction = {
  key: string
  /** No action of the visitor. */
  isLeftOut: boolean
  /** The refusal, if the event is one. A refusal is no action. */
  refusal: string | null
  /** A view or a click is recorded twice. This links both records. */
  twin: Twin | null
}
const noFurtherAction = JSON.stringify({ event: null, where: [] })

/** Counts what units did after a step instead of the next one. `also`: what counts besides actions. */
export function insteadCounts(signatureOf: SignatureOf, also: readonly SideKind[] = []) {
  const actionOf = memoized((signature: number): NextAction => {
    const { type, attributes } = signatureOf(signature)
    const kind = sideKindOf(type, attributes)
    return {
      key: JSON.stringify({
        event: type,
        where: conditionsFor(attributes, distinguishingFields(type, attributes)),
      }),
      isLeftOut: pathStep(type, attributes) === null || (kind !== null && !also.includes(kind)),
      refusal: type === 'ActionRefused' ? refusalOf(attributes) : null,
      twin: twinOf(type, attributes),
    }
  })
  /** The number of units per action, and per refusal. */
  const [next, refusals] = [new Map<string, number>(), new Map<string, number>()]
  let units = 0
  return {
    /** The first event completed the step. The others came later. */
    add([completed, ...others]: readonly number[]): void {
      units++
      const later = others.map(actionOf)
      count(next, firstAction(actionOf(present(completed)), later)?.key ?? noFurtherAction)
      for (const refusal of new Set(later.flatMap(action => action.refusal ?? []))) count(refusals, refusal)
    },
    view: (): Omit<InsteadView, 'position'> => ({
      count: units,
      next: rowsOf<InsteadView['next'][number]>(next).map(row => ({
        ...row,
        share: percentOf(row.count, units),
      })),
      refusals: rowsOf(refusals),
    }),
  }
}

/** The first action. The twin of the step is none. */
function firstAction({ twin: step }: NextAction, later: readonly NextAction[]): NextAction | undefined {
  const candidate = step?.isAnalyticsEvent === false ? later.findIndex(({ twin }) => twin !== null) : -1
  const twin = later[candidate]?.twin
  const duplicate = twin?.isAnalyticsEvent && twin.key === step?.key ? candidate : -1
  return later.find(({ refusal, isLeftOut }, at) => refusal === null && !isLeftOut && at !== duplicate)
}

const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

/** Most frequent first. */
const rowsOf = <Row>(counts: ReadonlyMap<string, number>): Row[] =>
  [...counts]
    .sort(([what, one], [its, other]) => other - one || (what < its ? -1 : 1))
    .slice(0, maxRows)
    .map(([what, count]) => ({ ...JSON.parse(what), count }))

/** Without one of our sentences, the status is shown. */
const refusalOf = ({ action, reason, status }: Attributes) =>
  JSON.stringify({
    action: String(action),
    reason: typeof reason === 'string' ? reason : `risposta ${status}`,
  })

/** A view is identified by its page, a click by its element on any page, anything else by all indexed fields. */
function distinguishingFields(type: string, attributes: Attributes): readonly string[] {
  if (type === 'AnalyticsEventTracked') return ['eventName', attributes.eventLabel ? 'eventLabel' : 'page']
  if (type !== 'InteractionTracked') return type === 'VisitStarted' ? [] : indexedFields(type)
  const isOfElement = attributes.eventType !== 'page_view' && (attributes.elementId || attributes.elementText)
  return ['eventType', ...(isOfElement ? ['elementText', 'elementId'] : ['page'])]
}
