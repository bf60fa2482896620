import { percentOf } from '@tba/events/funnels/count.ts'
import type { InsteadView } from '@tba/events/funnels/views.ts'
import { toldFields } from '@tba/events/history/told.ts'
import { conditionsOn, pathStep, type Said } from '@tba/events/paths/path-step.ts'
import { type Twin, twinOf } from '@tba/events/paths/twins.ts'
import { remembered } from '@tba/events/remembered.ts'
import { isBannerClick } from '@tba/events/tracking/tracked-kind.ts'
import type { Kinds } from '../analytics/unit-events.ts'

const mostRows = 50

/** What an event is to the question what somebody did next. Its texts are JSON: events whose texts are alike are the same. */
type Deed = {
  act: string
  /** Nobody did anything for it: it counts only where nothing else was done. */
  isPassive: boolean
  /** What was refused, if this is a refusal, which is nothing that was done. */
  refusal: string | null
  /** Of a view or a click, which the page tells twice: what both tellings have in common, and whether it is the second. */
  twin: Twin | null
}
const nothingMore = JSON.stringify({ event: null, where: [] })

/** What units did after a step, instead of the next one. */
export function insteadCounts(kinds: Kinds) {
  const deedOf = remembered((kind: number): Deed => {
    const { type, said } = kinds.get(kind)
    return {
      act: JSON.stringify({ event: type, where: conditionsOn(said, fieldsThatTell(type, said)) }),
      isPassive: pathStep(type, said) === null || isBannerClick(said),
      refusal: type === 'ActionRefused' ? refusalIn(said) : null,
      twin: twinOf(type, said),
    }
  })
  /** How many units did, or met, each. */
  const [next, refusals] = [new Map<string, number>(), new Map<string, number>()]
  let units = 0
  return {
    /** A unit whose last step is the first of these events; behind it stands all that it did later. */
    add([completed, ...others]: readonly number[]): void {
      units++
      const later = others.map(deedOf)
      count(next, nextOf(deedOf(completed as number), later)?.act ?? nothingMore)
      for (const refusal of new Set(later.flatMap(deed => deed.refusal ?? []))) count(refusals, refusal)
    },
    view: (): Omit<InsteadView, 'position'> => ({
      count: units,
      next: rowsOf<InsteadView['next'][number]>(next).map(row => ({
        ...{ ...row, share: percentOf(row.count, units) },
      })),
      refusals: rowsOf(refusals),
    }),
  }
}

/** The first that somebody did; else the first passive one. What only tells of the step a second time is neither. */
function nextOf({ twin: step }: Deed, later: readonly Deed[]): Deed | undefined {
  const telling = step?.isEcho === false ? later.findIndex(({ twin }) => twin !== null) : -1
  const twin = later[telling]?.twin
  const echo = twin?.isEcho === true && twin.key === step?.key ? telling : -1
  const done = later.filter(({ refusal }, at) => refusal === null && at !== echo)
  return done.find(({ isPassive }) => !isPassive) ?? done[0]
}

const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

/** The most frequent first. */
const rowsOf = <Row>(counts: ReadonlyMap<string, number>): Row[] =>
  [...counts]
    .sort(([what, one], [its, other]) => other - one || (what < its ? -1 : 1))
    .slice(0, mostRows)
    .map(([what, count]) => ({ ...JSON.parse(what), count }))

/** Where the answer had no sentence of ours, its status says what there is to say. */
const refusalIn = ({ action, reason, status }: Said) =>
  JSON.stringify({
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
