import { type PackedPosition, unpacked } from '@tba/event-store/packed-position.ts'
import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { decidedBy } from '@tba/runtime/funnels/kind-rules.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { ownStreams, tiesOfCustomers } from './customers.ts'
import { type KindRules, type Query, type Row, rowsOfCarriers, rowsOfStreams } from './history-rows.ts'
import { inParts } from './parts.ts'
import type { Unit, UnitEvent } from './unit.ts'

export type Reading = {
  query: Query
  /** For what the history does not hold: some fields, and the names of streams. */
  store: Pick<EventStore, 'readAt'>
  /** Any position of the log. */
  like: Position
}

export type Wanted = { definition: FunnelDefinition; rules: KindRules; upTo: PackedPosition }
type Placed = { unit: number; visit: number | null; row: Row }
type Ties = Map<number, { visit: number; place: PackedPosition }[]>

/** These visits or customers, by the keys of their streams, with all that the funnel takes from them: so many as fit. */
export async function* unitsIn(
  reading: Reading,
  keys: readonly number[],
  wanted: Wanted,
): AsyncGenerator<Unit[]> {
  for (let at = 0; at < keys.length; at += unitsAtOnce)
    yield* inParts(keys.slice(at, at + unitsAtOnce), part => unitsOf(reading, part, wanted))
}

const unitsAtOnce = 400

/** @throws {TooManyRows} */
async function unitsOf(reading: Reading, keys: readonly number[], wanted: Wanted): Promise<Unit[]> {
  const { definition, rules } = wanted
  const ties: Ties = new Map()
  const read = definition.by === 'visit' ? rowsOfVisits : rowsOfCustomers
  const placed = await read(reading, keys, { ...wanted, ties })
  await rules.learn(
    reading.query,
    placed.map(({ row }) => row),
  )
  const events = await decided(reading, definition, placed.flatMap(taken(rules)))
  const units = new Map(keys.map(key => [key, [] as UnitEvent[]]))
  const since = new Map<number, PackedPosition>()
  for (const { row } of placed)
    if (row.place < (since.get(row.stream) ?? '~')) since.set(row.stream, row.place)
  for (const { unit, event } of events) units.get(unit)?.push(event)
  return [...units].map(([key, its]) => ({
    key,
    events: its.sort((one, other) => (one.place < other.place ? -1 : 1)),
    ties: (ties.get(key) ?? []).sort((one, other) => (one.place < other.place ? -1 : 1)),
    since: since.get(key) ?? null,
  }))
}

type Filling = Wanted & { ties: Ties }

async function rowsOfVisits(
  { query }: Reading,
  keys: readonly number[],
  { upTo }: Filling,
): Promise<Placed[]> {
  const [own, carried] = await Promise.all([
    rowsOfStreams(query, keys, upTo),
    rowsOfCarriers(query, keys, upTo),
  ])
  return [
    ...own.map(row => ({ unit: row.stream, visit: row.stream, row })),
    ...carried.map(row => ({ unit: row.carrier ?? 0, visit: row.carrier, row })),
  ]
}

/** What stands in the customers' own streams, and what their visits hold, whoever did it. */
async function rowsOfCustomers(
  { query }: Reading,
  keys: readonly number[],
  { upTo, ties: byCustomer }: Filling,
): Promise<Placed[]> {
  const ties = await tiesOfCustomers(query, keys)
  const visits = [...new Set(ties.map(({ visit }) => visit))]
  const owners = await ownStreams(query, keys)
  const [ofOwn, ofVisits, carried] = await Promise.all([
    rowsOfStreams(query, [...owners.keys()], upTo),
    rowsOfStreams(query, visits, upTo),
    rowsOfCarriers(query, visits, upTo),
  ])
  const customersOf = Map.groupBy(ties, ({ visit }) => visit)
  for (const { account, visit, place } of ties) {
    const its = byCustomer.get(account)
    if (its) its.push({ visit, place })
    else byCustomer.set(account, [{ visit, place }])
  }
  return [
    ...ofOwn.map(row => ({ unit: owners.get(row.stream) ?? 0, visit: null, row })),
    ...[...ofVisits, ...carried].flatMap(row => {
      const visit = row.carrier ?? row.stream
      const customers = (customersOf.get(visit) ?? []).map(({ account }) => account)
      return customers
        .filter(account => account !== owners.get(row.stream))
        .map(account => ({ unit: account, visit, row }))
    }),
  ]
}

const taken =
  (rules: KindRules) =>
  ({ unit, visit, row: { place, at, kind } }: Placed): { unit: number; event: UnitEvent }[] => {
    const rule = rules.of(kind)
    return rule ? [{ unit, event: { place, at, rule, steps: rule.steps, visit } }] : []
  }

/** So many whole events are in memory at once. */
const pageLength = 200

/** Asks the log for those events of which their kind does not say whether they match. */
async function decided<T extends { event: UnitEvent }>(
  { store, like }: Reading,
  { steps }: FunnelDefinition,
  all: readonly T[],
): Promise<readonly T[]> {
  const open = all.filter(({ event }) => event.rule.open !== 0)
  if (open.length === 0) return all
  const decide = decidedBy(steps)
  const byPlace = Map.groupBy(open, ({ event }) => unpacked(event.place, like))
  const places = [...byPlace.keys()]
  for (const { event } of open) event.steps = event.rule.steps & ~event.rule.open
  for (let at = 0; at < places.length; at += pageLength)
    for (const recorded of await store.readAt(places.slice(at, at + pageLength)))
      for (const { event } of byPlace.get(recorded.position) ?? [])
        event.steps |= decide(event.rule.open, maskEvent(recorded).data)
  return all
}
