import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { Columns, Slice } from './columns.ts'
import { grown } from './key-index.ts'
import { Refused } from './messages.ts'
import type { Owners } from './owners.ts'
import { Scratch } from './scratch.ts'
import type { Segment } from './segment.ts'
import { placeIn, sortedTrails, type Trails } from './sorted-trails.ts'

export type Gathered = {
  by: 'visit' | 'customer'
  /** By the number of a kind: what its events are to be marked with; those with 0 are left out. */
  marks: { refresh(): Uint8Array }
  /** Who streams and visits belong to; only for customers. */
  owners?: Owners | null
  /** Whether their places are wanted too, and their kinds, which are unless they are declined. */
  places?: boolean
  kinds?: boolean
  /** By the number of a unit: 1 where it is wanted; left out: all are. */
  only?: Uint8Array
}

/**
 * The trails of all units of which these slices of the log hold an event that counts.
 *
 *     const marks = new OfKinds(columns.kinds, (type, said) => (type === 'PlanActivated' ? 1 : 0))
 *     const trails = trailsOf(columns, slices, { by: 'visit', marks })
 *     for (let unit = 0; unit < trails.units.length; unit++)
 *       for (let event = trails.starts[unit]; event < trails.ends[unit]; event++) … trails.at[event]
 */
export function trailsOf(columns: Columns, slices: Iterable<Slice>, gathered: Gathered): Trails {
  const events = new Gathering(columns, gathered)
  for (const slice of slices) events.add(slice)
  return events.trails()
}

const scratch = {
  units: new Scratch<Int32Array>(Int32Array),
  at: new Scratch<Float64Array>(Float64Array),
  steps: new Scratch<Uint8Array>(Uint8Array),
}

/** Takes slices as they come, in the order of the log: a segment need not stay in memory until all were there. */
export class Gathering {
  private readonly columns: Columns
  readonly gathered: Gathered
  length = 0
  units: Int32Array
  at: Float64Array
  steps: Uint8Array
  kinds = new Int32Array(0)
  places = new Uint32Array(0)

  constructor(columns: Columns, gathered: Gathered) {
    this.columns = columns
    this.gathered = gathered
    this.units = scratch.units.take(1_024)
    this.at = scratch.at.take(1_024)
    this.steps = scratch.steps.take(1_024)
    this.reserve(0)
  }

  add(slice: Slice): void {
    if (this.gathered.by === 'visit') this.addOfVisits(slice)
    else this.addOfCustomers(slice)
  }

  private addOfVisits(slice: Slice): void {
    const { segment, first, end } = slice
    const { carried } = segment
    // One more, for a last row that does not count.
    this.reserve(end - first + carried.length + 1)
    const { kinds, places, only } = this.gathered
    const isBare = kinds === false && !places && !only
    const addRows = (isBare ? this.addBare : this.addRows).bind(this)
    let from = first
    for (let carry = firstCarried(slice); carry < carried.length; carry++) {
      const row = carried.rows[carry] as number
      if (row >= end) break
      addRows(segment, from, row + 1)
      from = row + 1
      const steps = this.gathered.marks.refresh()[segment.kinds[row] as number] as number
      if (steps !== 0) this.push(segment, row, carried.visits[carry] as number, steps)
    }
    addRows(segment, from, end)
  }

  private addRows(segment: Segment, first: number, end: number): void {
    const { isVisit } = this.columns
    const { gathered } = this
    const marks = gathered.marks.refresh()
    for (let row = first; row < end; row++) {
      const steps = marks[segment.kinds[row] as number] as number
      const stream = segment.streams[row] as number
      if (steps !== 0 && isVisit[stream]) this.push(segment, row, stream, steps)
    }
  }

  /**
   * Goes through millions of rows: all that it needs lies in constants of its own, and instead of asking whether a row
   * counts, which a processor would guess wrongly every other time, it lets the next row take the place of one that does not.
   */
  private addBare(segment: Segment, first: number, end: number): void {
    const { kinds, streams, at } = segment
    const { isVisit } = this.columns
    const { units: ownUnits, at: ownAt, steps: ownSteps } = this
    const marks = this.gathered.marks.refresh()
    let { length } = this
    for (let row = first; row < end; row++) {
      const steps = marks[kinds[row] as number] as number
      const stream = streams[row] as number
      ownUnits[length] = stream
      ownAt[length] = at[row] as number
      ownSteps[length] = steps
      length += isAny(steps) & (isVisit[stream] as number)
    }
    this.length = length
  }

  private addOfCustomers(slice: Slice): void {
    const { segment, first, end } = slice
    const { kinds, streams, carried } = segment
    const marks = this.gathered.marks.refresh()
    const owners = this.gathered.owners as Owners
    let carry = firstCarried(slice)
    for (let row = first; row < end; row++) {
      const steps = marks[kinds[row] as number] as number
      const isCarried = carry < carried.length && carried.rows[carry] === row
      if (isCarried) carry++
      if (steps === 0) continue
      const stream = streams[row] as number
      const own = owners.ownerOf(stream)
      if (own >= 0) this.push(segment, row, own, steps)
      else for (const account of owners.tiedTo(stream)) this.push(segment, row, account, steps)
      if (!isCarried) continue
      const ofStream = own >= 0 ? [own] : [...owners.tiedTo(stream)]
      // Of a visit that two accounts shared, what either of them did there is both's.
      for (const account of owners.tiedTo(carried.visits[carry - 1] as number))
        if (!ofStream.includes(account)) this.push(segment, row, account, steps)
    }
  }

  private push(segment: Segment, row: number, unit: number, steps: number): void {
    const { only, places, kinds } = this.gathered
    if (only && only[unit] !== 1) return
    if (this.length === this.units.length) this.reserve(1)
    const event = this.length++
    this.units[event] = unit
    this.at[event] = segment.at[row] as number
    this.steps[event] = steps
    if (kinds !== false) this.kinds[event] = segment.kinds[row] as number
    if (places)
      for (let word = 0; word < 4; word++)
        this.places[event * 4 + word] = segment.places[row * 4 + word] as number
  }

  /** Makes room for so many more events. @throws {Refused} where that is more memory than a question may take */
  private reserve(more: number): void {
    const { places, kinds } = this.gathered
    const needed = this.length + more
    const most = this.columns.mostGathered / (13 + (kinds === false ? 0 : 4) + (places ? 16 : 0))
    if (needed > most) throw new Refused('large', 'the events of this question take too much memory')
    const doubled = Math.min(this.units.length * 2, Math.floor(most))
    const room = Math.min(this.units.length, this.at.length, this.steps.length)
    const length = needed > room ? Math.max(needed, doubled) : room
    if (this.units.length < length) this.units = grown(this.units, length)
    if (this.at.length < length) this.at = grown(this.at, length)
    if (this.steps.length < length) this.steps = grown(this.steps, length)
    if (kinds !== false && this.kinds.length < length) this.kinds = grown(this.kinds, length)
    if (places && this.places.length < length * 4) this.places = grown(this.places, length * 4)
  }

  placeOf(event: number): PackedPosition {
    return placeIn(this.places, event)
  }

  /** Its trails, and the last that it is asked for: the next gathering writes where this one did. */
  trails(): Trails {
    const trails = this.sorted()
    scratch.units.giveBack(this.units)
    scratch.at.giveBack(this.at)
    scratch.steps.giveBack(this.steps)
    return trails
  }

  /** Those that are marked with 0 by now go. */
  sorted(): Trails {
    return sortedTrails(this, this.columns.streams.size)
  }
}

function firstCarried({ segment: { carried }, first }: Slice): number {
  let at = 0
  while (at < carried.length && (carried.rows[at] as number) < first) at++
  return at
}

/** 1 where there is any of eight bits, and 0 where there is none, without a question. */
const isAny = (bits: number) => (bits + 255) >>> 8
