import { percentOf } from '@tba/events/funnels/count.ts'
import type { InsteadView } from '@tba/events/funnels/views.ts'
import { toldFields } from '@tba/events/history/told.ts'
import { pathStep, type Said, twinOf } from '@tba/events/paths/path-step.ts'

const mostRows = 50

/** What an event is to the question what somebody did next. Its texts are JSON: events whose texts are alike are the same. */
type Deed = {
  act: string
  /** Nobody did anything for it: it counts only where nothing else was done. */
  isPassive: boolean
  /** What was refused, if this is a refusal, which is nothing that was done. */
  refusal: string | null
  /** Of a view or a click, which the page tells twice: what both tellings have in common, and whether it is the second. */
  twin: ReturnType<typeof twinOf>
}
const nothingMore = JSON.stringify({ event: null, where: [] })

/** What units did after a step, instead of the next one. `kindOf` says what events of a kind say, and is asked once. */
export class InsteadCounts {
  readonly #kindOf: (kind: number) => { type: string; said: Said }
  readonly #deeds = new Map<number, Deed>()
  /** How many units did, or met, each. */
  readonly #next = new Map<string, number>()
  readonly #refusals = new Map<string, number>()
  #units = 0

  constructor(kindOf: (kind: number) => { type: string; said: Said }) {
    this.#kindOf = kindOf
  }

  /** A unit whose last step is the first of these events; behind it stands all that it did later. */
  add([completed, ...later]: readonly number[]): void {
    this.#units++
    const deeds = later.map(kind => this.#deedOf(kind))
    count(this.#next, nextOf(this.#deedOf(completed as number), deeds)?.act ?? nothingMore)
    for (const refusal of new Set(deeds.flatMap(deed => deed.refusal ?? []))) count(this.#refusals, refusal)
  }

  view(): Omit<InsteadView, 'position'> {
    const next = rowsOf<InsteadView['next'][number]>(this.#next)
    return {
      count: this.#units,
      next: next.map(row => ({ ...row, share: percentOf(row.count, this.#units) })),
      refusals: rowsOf(this.#refusals),
    }
  }

  #deedOf(kind: number): Deed {
    const known = this.#deeds.get(kind)
    if (known) return known
    const { type, said } = this.#kindOf(kind)
    const where = fieldsThatTell(type, said).flatMap(field => conditionOn(field, said[field]))
    const deed = {
      act: JSON.stringify({ event: type, where }),
      isPassive: pathStep(type, said) === null,
      refusal: type === 'ActionRefused' ? refusalIn(said) : null,
      twin: twinOf(type, said),
    }
    this.#deeds.set(kind, deed)
    return deed
  }
}

/** The first that somebody did; else the first passive one. What only tells of the step a second time is neither. */
function nextOf({ twin: step }: Deed, later: readonly Deed[]): Deed | undefined {
  const telling = step?.isEcho === false ? later.find(({ twin }) => twin !== null) : undefined
  const isEcho = (deed: Deed) => deed === telling && deed.twin?.isEcho === true && deed.twin.key === step?.key
  const echo = later.findIndex(isEcho)
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

function conditionOn(field: string, value: Said[string]): InsteadView['next'][number]['where'] {
  if (value === null || value === undefined || value === '' || typeof value === 'object') return []
  return [{ field, op: 'is', value: String(value) }]
}
