import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { placeIn, type Trails } from '../trails/sorted-trails.ts'

/** Units in the order of the log, each with the event that it was found by: numbers, since there may be half a million. */
export type FoundList = Pick<Trails, 'places' | 'at' | 'units'>
export type Found = { place: PackedPosition; at: string; unit: number }

/**
 * @param rows by which the units were found, of trails with places
 * @param units the number of each row's unit
 */
export function foundList(trails: Trails, rows: ArrayLike<number>, units: ArrayLike<number>): FoundList {
  const order = Int32Array.from(rows, (_, at) => at)
  order.sort((one, other) => compared(trails.places, rows[one] as number, rows[other] as number))
  const list: FoundList = {
    places: new Uint32Array(rows.length * 4),
    at: new Float64Array(rows.length),
    units: new Int32Array(rows.length),
  }
  for (const [index, from] of order.entries()) {
    const row = rows[from] as number
    list.places.set(trails.places.subarray(row * 4, row * 4 + 4), index * 4)
    list.at[index] = trails.at[row] as number
    list.units[index] = units[from] as number
  }
  return list
}

/**
 * Those behind a place, as many as a page has, and all at the place of the last one: an event of a visit that is tied to
 * several customers is of each of them.
 * @returns `next`: where the page ended, null where it is the last one
 */
export function pageOfFound(
  list: FoundList,
  { after, limit }: { after: string | null; limit: number },
): { page: Found[]; next: PackedPosition | null } {
  const { places, at, units } = list
  const first = after === null ? 0 : firstBehind(list, after)
  let end = Math.min(first + limit, at.length)
  while (end > first && end < at.length && compared(places, end - 1, end) === 0) end++
  const page = Array.from({ length: end - first }, (_, index) => ({
    place: placeIn(places, first + index),
    at: new Date(at[first + index] as number).toISOString(),
    unit: units[first + index] as number,
  }))
  return { page, next: end < at.length ? (page.at(-1)?.place ?? null) : null }
}

function firstBehind({ places, at }: FoundList, after: string): number {
  let [first, end] = [0, at.length]
  while (first < end) {
    const middle = (first + end) >>> 1
    if (placeIn(places, middle) > after) end = middle
    else first = middle + 1
  }
  return first
}

function compared(places: Uint32Array, one: number, other: number): number {
  for (let word = 0; word < 4; word++) {
    const difference = (places[one * 4 + word] as number) - (places[other * 4 + word] as number)
    if (difference !== 0) return difference
  }
  return 0
}
