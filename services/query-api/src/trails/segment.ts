import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { grown } from './key-index.ts'
import { placeOf, type Words, wordsOf } from './places.ts'

/** So many events a segment holds at most. */
export const segmentLength = 2 ** 18

/** The kind of a row that is there no more. */
export const noKind = 0

/**
 * Neighbours in the log, a column a field: 32 bytes an event. All that the history has after `after` and up to `upTo` is
 * here. Stream and kind are numbers of `Columns`.
 */
export class Segment {
  readonly after: PackedPosition
  upTo: PackedPosition
  length = 0
  /** When it was recorded, in ms. */
  at: Float64Array
  kinds: Int32Array
  streams: Int32Array
  /** The place in the log: four numbers a row. */
  places: Uint32Array
  /** Rows that name a visit outside of its stream, ascending, and the number of that visit's stream. */
  carried = { length: 0, rows: new Int32Array(16), visits: new Int32Array(16) }
  /** When it was last asked for: the one that was not for longest goes first. */
  usedAt = 0

  constructor(after: PackedPosition, capacity = 1_024) {
    this.after = after
    this.upTo = after
    this.at = new Float64Array(capacity)
    this.kinds = new Int32Array(capacity)
    this.streams = new Int32Array(capacity)
    this.places = new Uint32Array(capacity * 4)
  }

  get bytes(): number {
    const { rows, visits } = this.carried
    return (
      this.at.byteLength +
      this.kinds.byteLength +
      this.streams.byteLength +
      this.places.byteLength +
      rows.byteLength +
      visits.byteLength
    )
  }

  /** Makes room for one more row. */
  reserve(): void {
    if (this.length < this.at.length) return
    const capacity = this.at.length * 2
    this.at = grown(this.at, capacity)
    this.kinds = grown(this.kinds, capacity)
    this.streams = grown(this.streams, capacity)
    this.places = grown(this.places, capacity * 4)
  }

  carry(row: number, visit: number): void {
    const { carried } = this
    if (carried.length === carried.rows.length) {
      carried.rows = grown(carried.rows, carried.length * 2)
      carried.visits = grown(carried.visits, carried.length * 2)
    }
    carried.rows[carried.length] = row
    carried.visits[carried.length] = visit
    carried.length++
  }

  /** Takes the last rows back, from this one on. */
  cut(length: number): void {
    this.length = length
    const { carried } = this
    while (carried.length > 0 && (carried.rows[carried.length - 1] as number) >= length) carried.length--
  }

  placeAt(row: number): PackedPosition {
    const at = row * 4
    const { places } = this
    return placeOf(
      places[at] as number,
      places[at + 1] as number,
      places[at + 2] as number,
      places[at + 3] as number,
    )
  }

  /** The first row behind a place: how many rows lie at it or before it. */
  rowsUpTo(place: PackedPosition): number {
    const words = wordsOf(place)
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.isBehind(middle, words)) high = middle
      else low = middle + 1
    }
    return low
  }

  private isBehind(row: number, words: Words): boolean {
    for (let word = 0; word < 4; word++) {
      const [its, other] = [this.places[row * 4 + word] as number, words[word] as number]
      if (its !== other) return its > other
    }
    return false
  }
}
