import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { placeOf } from './places.ts'
import { Scratch } from './scratch.ts'

/** Events in the trails of their units, each in the order of the log: those of `units[u]` from `starts[u]` up to `ends[u]`. */
export type Trails = {
  /** The number of a visit's stream, or of that of an account (`Columns.streams`). */
  units: Int32Array
  starts: Int32Array
  ends: Int32Array
  /** When each event was recorded, in ms. */
  at: Float64Array
  /** The number of its kind (`Columns.kinds`); empty where kinds were not asked for. */
  kinds: Int32Array
  /** What `marks` says of its kind. */
  steps: Uint8Array
  /** Its place in the log, for `placeIn`: four numbers an event; empty where none were asked for. */
  places: Uint32Array
}

/** Events of many units, in the order of the log. */
export type Unsorted = {
  length: number
  units: Int32Array
  at: Float64Array
  steps: Uint8Array
  kinds: Int32Array
  places: Uint32Array
  gathered: { kinds?: boolean; places?: boolean }
}

const scratch = {
  next: new Scratch<Int32Array>(Int32Array),
  units: new Scratch<Int32Array>(Int32Array),
  starts: new Scratch<Int32Array>(Int32Array),
  ends: new Scratch<Int32Array>(Int32Array),
  at: new Scratch<Float64Array>(Float64Array),
  steps: new Scratch<Uint8Array>(Uint8Array),
}

/**
 * By counting sort: events of a unit stay in the order in which they came. Those that are marked with 0 are left out.
 * @param numbers how many numbers of units there are
 */
export function sortedTrails(events: Unsorted, numbers: number): Trails {
  const { length, gathered, units, steps } = events
  const next = scratch.next.take(numbers).fill(0)
  let count = 0
  for (let event = 0; event < length; event++)
    if (steps[event] !== 0) {
      const unit = units[event] as number
      next[unit] = (next[unit] as number) + 1
      count++
    }
  const trails: Trails = {
    ...placesOfUnits(next, numbers),
    at: scratch.at.take(count).subarray(0, count),
    steps: scratch.steps.take(count).subarray(0, count),
    kinds: new Int32Array(gathered.kinds === false ? 0 : count),
    places: new Uint32Array(gathered.places ? count * 4 : 0),
  }
  fill(trails, events, next)
  scratch.next.giveBack(next)
  return trails
}

/** Leaves trails that nobody uses any more to the next question. */
export function giveBack({ units, starts, ends, at, steps }: Trails): void {
  scratch.units.giveBack(units)
  scratch.starts.giveBack(starts)
  scratch.ends.giveBack(ends)
  scratch.at.giveBack(at)
  scratch.steps.giveBack(steps)
}

/** Turns the numbers of events by unit into where the first one of each goes. */
function placesOfUnits(counts: Int32Array, numbers: number): Pick<Trails, 'units' | 'starts' | 'ends'> {
  const units = scratch.units.take(numbers)
  const starts = scratch.starts.take(numbers)
  const ends = scratch.ends.take(numbers)
  let found = 0
  let place = 0
  for (let unit = 0; unit < numbers; unit++) {
    const its = counts[unit] as number
    counts[unit] = place
    units[found] = unit
    starts[found] = place
    place += its
    ends[found] = place
    if (its !== 0) found++
  }
  return { units: units.subarray(0, found), starts: starts.subarray(0, found), ends: ends.subarray(0, found) }
}

function fill(trails: Trails, events: Unsorted, next: Int32Array): void {
  const { length, gathered, units, at, steps } = events
  const { at: sortedAt, steps: sortedSteps } = trails
  const isBare = gathered.kinds === false && !gathered.places
  for (let event = 0; event < length; event++) {
    if (steps[event] === 0) continue
    const unit = units[event] as number
    const place = next[unit] as number
    next[unit] = place + 1
    sortedAt[place] = at[event] as number
    sortedSteps[place] = steps[event] as number
    if (!isBare) fillMore(trails, events, { event, place })
  }
}

function fillMore(trails: Trails, events: Unsorted, { event, place }: { event: number; place: number }) {
  if (events.gathered.kinds !== false) trails.kinds[place] = events.kinds[event] as number
  if (events.gathered.places)
    for (let word = 0; word < 4; word++)
      trails.places[place * 4 + word] = events.places[event * 4 + word] as number
}

export function placeIn(places: Uint32Array, event: number): PackedPosition {
  const word = (next: number) => places[event * 4 + next] as number
  return placeOf(word(0), word(1), word(2), word(3))
}
