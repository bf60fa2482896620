/**
 * The chains that reach one step, as far as later events may still follow them. Of the chains with the same start one
 * entry tells when the first of them reached the step, and the latest time at which one did.
 *
 * Entries are in the order of their starts in the log; a later start is preferred. An entry is dropped where a preferred
 * one can be followed by all that it can. As long as the clock never steps back there is one entry, the latest start's:
 * what the others are for is a later start that has an earlier time.
 */
export class Candidates {
  size = 0
  start = new Int32Array(8)
  /** The event with which the first of the chains reached the step. */
  reached = new Int32Array(8)
  /** The latest time at which one of the chains reached it. */
  latest = new Float64Array(8)
  readonly #isTimed: boolean

  /** `isTimed`: whether the next step has a window of its own, so that it counts when this one was reached. */
  constructor(isTimed: boolean) {
    this.#isTimed = isTimed
  }

  clear(): void {
    this.size = 0
  }

  /** A chain from `start` reaches the step with `event`, which is later in the log than those of all chains before. */
  add(at: ArrayLike<number>, start: number, event: number): void {
    const reachedAt = this.#isTimed ? (at[event] as number) : 0
    if (this.size < 2 && this.#takesPlace(at, start, reachedAt)) {
      this.#put(0, start, event, reachedAt)
      this.size = 1
    } else this.#addToMany(at, { start, event, reachedAt })
  }

  /** Whether what there is, if anything, is needless behind a chain from a later start. */
  #takesPlace(at: ArrayLike<number>, start: number, reachedAt: number): boolean {
    if (this.size === 0) return true
    const other = this.start[0] as number
    return (
      other < start &&
      (at[other] as number) <= (at[start] as number) &&
      (this.latest[0] as number) <= reachedAt
    )
  }

  #addToMany(
    at: ArrayLike<number>,
    { start, event, reachedAt }: { start: number; event: number; reachedAt: number },
  ): void {
    const startedAt = at[start] as number
    let place = this.size
    for (; place > 0 && (this.start[place - 1] as number) >= start; place--) {
      const other = this.start[place - 1] as number
      if ((this.latest[place - 1] as number) >= reachedAt && (at[other] as number) >= startedAt) return
      if (other === start) {
        this.latest[place - 1] = reachedAt
        this.#dropBelow(at, place - 1)
        return
      }
    }
    this.#insert(place, start, event, reachedAt)
    this.#dropBelow(at, place)
  }

  /** Drops the entries with earlier starts that the one at `place` makes needless. */
  #dropBelow(at: ArrayLike<number>, place: number): void {
    const startedAt = at[this.start[place] as number] as number
    const latest = this.latest[place] as number
    let kept = 0
    for (let entry = 0; entry < this.size; entry++) {
      const isNeedless =
        entry < place &&
        (at[this.start[entry] as number] as number) <= startedAt &&
        (this.latest[entry] as number) <= latest
      if (isNeedless) continue
      if (kept < entry) this.#copy(entry, kept)
      kept++
    }
    this.size = kept
  }

  #insert(place: number, start: number, event: number, reachedAt: number): void {
    if (this.size === this.start.length) this.#grow()
    for (let entry = this.size; entry > place; entry--) this.#copy(entry - 1, entry)
    this.#put(place, start, event, reachedAt)
    this.size++
  }

  #put(place: number, start: number, event: number, reachedAt: number): void {
    this.start[place] = start
    this.reached[place] = event
    this.latest[place] = reachedAt
  }

  #copy(from: number, to: number): void {
    this.start[to] = this.start[from] as number
    this.reached[to] = this.reached[from] as number
    this.latest[to] = this.latest[from] as number
  }

  #grow(): void {
    this.start = twice(this.start, new Int32Array(this.size * 2))
    this.reached = twice(this.reached, new Int32Array(this.size * 2))
    this.latest = twice(this.latest, new Float64Array(this.size * 2))
  }
}

function twice<A extends Int32Array | Float64Array>(from: A, to: A): A {
  to.set(from)
  return to
}
