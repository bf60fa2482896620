import type { Said } from '../paths/path-step.ts'
import { percentOf } from './count.ts'
import { type Act, type Deed, deedOf, type Refusal } from './instead-act.ts'
import type { InsteadView } from './views.ts'

const mostRows = 50
const nothingMore: Act = { event: null, where: [] }

/** Of one unit, in the order of the log, the numbers of the kinds of all its events: those up to `end`. */
export type WholeTrail = { kinds: ArrayLike<number>; end: number }

/**
 * What units did after a step, instead of the next one. `kindOf` says what the events of a kind have in common; it is
 * asked once for each kind that comes.
 */
export class InsteadCounts {
  readonly #kindOf: (kind: number) => { type: string; said: Said }
  readonly #deeds = new Map<number, Deed>()
  readonly #next = new Tally<Act>()
  readonly #refusals = new Tally<Refusal>()
  #units = 0

  constructor(kindOf: (kind: number) => { type: string; said: Said }) {
    this.#kindOf = kindOf
  }

  /** A unit that went no further than the step that it completed with this event of its trail. */
  add({ kinds, end }: WholeTrail, completed: number): void {
    this.#units++
    const deeds = Array.from({ length: end - completed - 1 }, (_, at) =>
      this.#deedOf(kinds[completed + 1 + at] as number),
    )
    this.#next.add([nextOf(deeds, this.#deedOf(kinds[completed] as number))?.act ?? nothingMore])
    this.#refusals.add(deeds.flatMap(({ refusal }) => refusal ?? []))
  }

  view(): Omit<InsteadView, 'position'> {
    return {
      count: this.#units,
      next: this.#next.rows().map(row => ({ ...row, share: percentOf(row.count, this.#units) })),
      refusals: this.#refusals.rows(),
    }
  }

  #deedOf(kind: number): Deed {
    const known = this.#deeds.get(kind)
    if (known) return known
    const { type, said } = this.#kindOf(kind)
    const deed = deedOf(type, said)
    this.#deeds.set(kind, deed)
    return deed
  }
}

/** The first that somebody did; else the first passive one. What only tells of the step a second time is neither. */
function nextOf(deeds: readonly Deed[], step: Deed): Deed | undefined {
  const told = deeds.find(({ twin }) => twin !== null)
  const isEcho = told?.twin?.isEcho === true && step.twin?.isEcho === false && told.twin.key === step.twin.key
  const echo = isEcho ? deeds.indexOf(told) : -1
  const others = deeds.filter(({ refusal }, at) => at !== echo && refusal === null)
  return others.find(({ isPassive }) => !isPassive) ?? others[0]
}

/** How many units each thing is told of. */
class Tally<Thing extends object> {
  readonly #rows = new Map<string, Thing & { count: number }>()
  /** Things are few, and come with millions of events: what is the same is found out once for each. */
  readonly #rowOfThing = new Map<Thing, Thing & { count: number }>()

  /** Of one unit: what it is told of twice counts once. */
  add(things: readonly Thing[]): void {
    for (const row of new Set(things.map(thing => this.#rowOf(thing)))) row.count++
  }

  #rowOf(thing: Thing): Thing & { count: number } {
    const known = this.#rowOfThing.get(thing)
    if (known) return known
    const key = JSON.stringify(thing)
    const row = this.#rows.get(key) ?? { ...thing, count: 0 }
    this.#rows.set(key, row)
    this.#rowOfThing.set(thing, row)
    return row
  }

  /** The most frequent first. */
  rows(): (Thing & { count: number })[] {
    return [...this.#rows]
      .sort(([key, one], [other, its]) => its.count - one.count || (key < other ? -1 : 1))
      .slice(0, mostRows)
      .map(([, row]) => row)
  }
}
