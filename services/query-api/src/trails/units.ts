import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { chainsBy } from '@tba/events/funnels/chain.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import type { FunnelUnit } from '@tba/events/funnels/views.ts'
import { streams } from '@tba/events/streams.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import { gatherFunnel } from './count-funnel.ts'
import type { Look } from './look.ts'
import { placeIn } from './sorted-trails.ts'

/** Which units a bar counts. */
export type Bar = {
  /** From 1. */
  step: number
  outcome: 'reached' | 'dropped'
  /** Of the breakdown; undefined: any. */
  value?: string | null | undefined
}

/** A unit that has come as far, without its id yet. */
export type Found = {
  key: number
  reached: number
  startedAt: number
  reachedAt: number
  /** Of the chain's first event. */
  place: PackedPosition
}

/** All units of a bar as numbers, since there may be millions: their order stands in `order`. */
export type FoundUnits = {
  order: Uint32Array
  keys: Float64Array
  reached: Uint8Array
  startedAt: Float64Array
  reachedAt: Float64Array
  places: Uint32Array
}

/** All units of a bar, those that started last first. */
export async function unitsOf(look: Look, definition: FunnelDefinition, bar: Bar): Promise<FoundUnits> {
  const { trails, valueIn } = await gatherFunnel(look, definition, { places: true })
  const { units, starts, ends, at, steps, places } = trails
  const chain = chainsBy(rulesOf(definition))
  const trail = { at, steps, first: 0, end: 0 }
  const found: FoundUnits = {
    order: new Uint32Array(units.length),
    keys: new Float64Array(units.length),
    reached: new Uint8Array(units.length),
    startedAt: new Float64Array(units.length),
    reachedAt: new Float64Array(units.length),
    places: new Uint32Array(units.length * 4),
  }
  let length = 0
  for (let index = 0; index < units.length; index++) {
    trail.first = starts[index] as number
    trail.end = ends[index] as number
    const reach = chain(trail)
    const isLost = reach.steps === bar.step && bar.step < definition.steps.length
    const isCounted = bar.outcome === 'reached' ? reach.steps >= bar.step : isLost
    const unit = units[index] as number
    if (!isCounted || (bar.value !== undefined && valueIn && valueIn(unit) !== bar.value)) continue
    const start = reach.start[reach.steps - 1] as number
    found.order[length] = length
    found.keys[length] = look.columns.streams.keys[unit] as number
    found.reached[length] = reach.steps
    found.startedAt[length] = at[start] as number
    found.reachedAt[length] = at[reach.completed[reach.steps - 1] as number] as number
    found.places.set(places.subarray(start * 4, start * 4 + 4), length * 4)
    length++
  }
  return inOrder(found, length)
}

/** Those that started last first; a key is one unit's alone. */
function inOrder(found: FoundUnits, length: number): FoundUnits {
  const { keys, startedAt } = found
  const order = found.order.slice(0, length)
  order.sort(
    (one, other) =>
      (startedAt[other] as number) - (startedAt[one] as number) ||
      (keys[one] as number) - (keys[other] as number),
  )
  return {
    order,
    keys: keys.slice(0, length),
    reached: found.reached.slice(0, length),
    startedAt: startedAt.slice(0, length),
    reachedAt: found.reachedAt.slice(0, length),
    places: found.places.slice(0, length * 4),
  }
}

export type Place = Pick<Found, 'startedAt' | 'key'>

/** Those behind a place, as many as a page has, and whether there are more. */
export function pageOfUnits(
  { order, keys, reached, startedAt, reachedAt, places }: FoundUnits,
  { after, limit }: { after: Place | null; limit: number },
): { page: Found[]; hasMore: boolean } {
  const isBehind = (at: number, { startedAt: started, key }: Place) =>
    (startedAt[at] as number) < started || (startedAt[at] === started && (keys[at] as number) > key)
  const found = after === null ? 0 : order.findIndex(at => isBehind(at, after))
  const first = found < 0 ? order.length : found
  const page = Array.from(order.subarray(first, first + limit), at => ({
    key: keys[at] as number,
    reached: reached[at] as number,
    startedAt: startedAt[at] as number,
    reachedAt: reachedAt[at] as number,
    place: placeIn(places, at),
  }))
  return { page, hasMore: order.length > first + limit }
}

/** A page of them, with their ids. Visits that have expired meanwhile are left out. */
export async function named(
  look: Look,
  by: FunnelDefinition['by'],
  found: readonly Found[],
): Promise<FunnelUnit[]> {
  const ids = by === 'visit' ? await visitIds(look, found) : accountIds(look, found)
  return found.flatMap(({ key, reached, startedAt, reachedAt }) => {
    const id = ids.get(key)
    const [started, last] = [new Date(startedAt).toISOString(), new Date(reachedAt).toISOString()]
    return id === undefined ? [] : [{ id, startedAt: started, reachedAt: last, reached }]
  })
}

function accountIds(look: Look, found: readonly Found[]): Map<number, string> {
  return new Map(
    found.flatMap(({ key }) => {
      const id = look.owners.idOf(look.columns.streams.find(key))
      return id === undefined ? [] : [[key, id] as const]
    }),
  )
}

/** From one event of each, whose stream is the visit's or which names it. */
async function visitIds(look: Look, found: readonly Found[]): Promise<Map<number, string>> {
  const ids = new Map<number, string>()
  for (const { stream, visitId } of await look.events([...new Set(found.map(({ place }) => place))])) {
    for (const id of [visitId, stream.startsWith(visitPrefix) ? stream.slice(visitPrefix.length) : null])
      if (id !== null) ids.set(nameKey(streams.visit(id)), id)
  }
  return ids
}

const visitPrefix = streams.visit('')
