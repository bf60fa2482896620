import type { Said } from '../paths/path-step.ts'
import { percentOf } from './count.ts'
import { type Act, type Deed, deedOf, type Refusal } from './instead-act.ts'
import type { InsteadView } from './views.ts'

const mostRows = 50
const nothingMore: Act = { event: null, where: [] }

/** An event of a unit, by the number of what it says. */
export type AnyEvent = { kind: number; isRefusal: boolean }

/** What units did after a step, instead of the next one. `kindOf` says what events of a kind say, and is asked once. */
export class InsteadCounts {
  readonly #kindOf: (kind: number) => { type: string; said: Said }
  readonly #deeds = new Map<number, Deed>()
  readonly #next = new Tally<Act>()
  readonly #refusals = new Tally<Refusal>()
  #units = 0

  constructor(kindOf: (kind: number) => { type: string; said: Said }) {
    this.#kindOf = kindOf
  }

  /** A unit that went no further than the step that it completed with this one of its events, which are in the log's order. */
  add(events: readonly AnyEvent[], completed: number): void {
    this.#units++
    this.#next.add([this.#nextOf(events, completed)?.act ?? nothingMore])
    const refusals = events.slice(completed + 1).filter(({ isRefusal }) => isRefusal)
    this.#refusals.add(refusals.flatMap(event => this.#deedOf(event).refusal ?? []))
  }

  view(): Omit<InsteadView, 'position'> {
    return {
      count: this.#units,
      next: this.#next.rows().map(row => ({ ...row, share: percentOf(row.count, this.#units) })),
      refusals: this.#refusals.rows(),
    }
  }

  /** The first that somebody did; else the first passive one. What only tells of the step a second time is neither. */
  #nextOf(events: readonly AnyEvent[], completed: number): Deed | undefined {
    const step = this.#deedOf(events[completed] as AnyEvent)
    let passive: Deed | undefined
    let isEchoPossible = step.twin?.isEcho === false
    for (let at = completed + 1; at < events.length; at++) {
      const deed = this.#deedOf(events[at] as AnyEvent)
      if (isEchoPossible && deed.twin !== null) {
        isEchoPossible = false
        if (deed.twin.isEcho && deed.twin.key === step.twin?.key) continue
      }
      if (deed.refusal !== null) continue
      if (!deed.isPassive) return deed
      passive ??= deed
    }
    return passive
  }

  #deedOf({ kind }: AnyEvent): Deed {
    const known = this.#deeds.get(kind)
    if (known) return known
    const { type, said } = this.#kindOf(kind)
    const deed = deedOf(type, said)
    this.#deeds.set(kind, deed)
    return deed
  }
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
