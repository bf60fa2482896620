import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import { positionPattern } from '@tba/event-store/position.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { type KindRule, kindRulesOf } from '@tba/runtime/funnels/kind-rules.ts'
import type { Connection } from '../engine/connection.ts'
import { history } from '../history/history.projection.ts'
import { assertFew, rowsAtMost } from './parts.ts'

export type Query = Connection['query']

/** A row of the history; the streams are keys of their names. */
export type Row = {
  place: PackedPosition
  at: number
  stream: number
  kind: number
  /** The visit that it names outside of that visit's stream. */
  carrier: number | null
}

/** How far the history is, and what would show that something behind that place has changed. */
export type Stand = { position: Position; basis: string }

/** Null where the history that this build reads is not live. */
export async function standOfHistory(query: Query): Promise<Stand | null> {
  const [found] = await query<{ position: Position; version: number; basis: string }>({
    text: `
      select c.position, c.version, concat_ws(' ', c.version, to_regclass(format('%I.history_events', c.schema))::oid,
        (select string_agg(p.stream || '@' || p.position, ',' order by p.stream) from projector.parked p
         where p.projection = c.projection and p.version = c.version)) as basis
      from projector.checkpoints c where c.projection = $1`,
    values: [history.name],
  })
  if (!found || found.version !== history.version || found.position === '') return null
  const [, generation = ''] = positionPattern.exec(found.position) ?? []
  return { position: found.position, basis: `${generation} ${found.basis}` }
}

const columns = `
  e.position as place, (extract(epoch from e."recordedAt") * 1000)::float8 as at, e.stream::float8 as stream,
  e.kind::float8 as kind`

type Between = { after: PackedPosition; upTo: PackedPosition; limit: number }

/** In the order of the log. */
export function rowsBetween(query: Query, { after, upTo, limit }: Between): Promise<Row[]> {
  return query({
    name: 'funnels rows between',
    text: `
      select ${columns}, m.carrier::float8 as carrier
      from read.history_events e left join read.history_marks m on m.position = e.position
      where e.position > $1 and e.position <= $2 order by e.position limit $3`,
    values: [after, upTo, limit],
  })
}

/** The same of events of these kinds alone, and in no order. */
export function rowsOfKinds(
  query: Query,
  kinds: readonly number[],
  { after, upTo }: Omit<Between, 'limit'>,
): Promise<Row[]> {
  return query({
    name: 'funnels rows of kinds',
    text: `
      select ${columns}, m.carrier::float8 as carrier
      from read.history_events e left join read.history_marks m on m.position = e.position
      where e.position > $1 and e.position <= $2 and e.kind = any($3::bigint[])`,
    values: [after, upTo, kinds],
  })
}

/** Where so many events end, and when the last of them was; null: fewer are left. */
export async function endOfSlice(
  query: Query,
  { after, upTo, limit }: Between,
): Promise<{ place: PackedPosition; at: number } | null> {
  const [last] = await query<{ place: PackedPosition; at: number }>({
    name: 'funnels end of slice',
    text: `
      select position as place, (extract(epoch from "recordedAt") * 1000)::float8 as at from read.history_events
      where position > $1 and position <= $2 order by position offset $3 limit 1`,
    values: [after, upTo, limit - 1],
  })
  return last ?? null
}

type Period = { from: string; to: string }

/** Between which places the events of these periods lie; null: there are none. */
export async function boundsOf(
  query: Query,
  periods: readonly Period[],
): Promise<{ first: PackedPosition; last: PackedPosition } | null> {
  const [bounds] = await query<{ first: PackedPosition | null; last: PackedPosition | null }>({
    text: `
      select min(h.first::text) as first, max(h.last::text) as last from read.history_hours h
      where exists (
        select from unnest($1::timestamptz[], $2::timestamptz[]) as p ("from", "to")
        where h.hour > p."from" - interval '1 hour' and h.hour < p."to"
      )`,
    values: [periods.map(({ from }) => from), periods.map(({ to }) => to)],
  })
  return bounds?.first && bounds.last ? { first: bounds.first, last: bounds.last } : null
}

/** The events of these types between two places. */
export function placesOfTypes(
  query: Query,
  types: readonly string[],
  { after, upTo }: Omit<Between, 'limit'>,
): Promise<{ type: string; place: PackedPosition; stream: number }[]> {
  return query({
    name: 'funnels places of types',
    text: `
      select k.type, e.position as place, e.stream::float8 as stream
      from read.history_kinds k join read.history_events e on e.kind = k.key
      where k.type = any($3) and e.kind < 0 and e.position > $1 and e.position <= $2`,
    values: [after, upTo, types],
  })
}

/** The kinds of a type of events. */
export async function kindsOfType(query: Query, type: string): Promise<number[]> {
  const found = await query<{ kind: number }>({
    text: 'select key::float8 as kind from read.history_kinds where type = $1',
    values: [type],
  })
  return found.map(({ kind }) => kind)
}

/** All that stands in these streams. @throws {TooManyRows} */
export async function rowsOfStreams(
  query: Query,
  streams: readonly number[],
  upTo: PackedPosition,
): Promise<readonly Row[]> {
  const rows = await query<Row>({
    name: 'funnels rows of streams',
    text: `
      select ${columns}, null::float8 as carrier from read.history_events e
      where e.stream = any($1::bigint[]) and e.position <= $2 limit $3`,
    values: [streams, upTo, rowsAtMost + 1],
  })
  return assertFew(rows)
}

/** All that names these visits outside of their streams. @throws {TooManyRows} */
export async function rowsOfCarriers(
  query: Query,
  visits: readonly number[],
  upTo: PackedPosition,
): Promise<readonly Row[]> {
  const rows = await query<Row>({
    name: 'funnels rows of carriers',
    text: `
      select ${columns}, m.carrier::float8 as carrier
      from read.history_marks m join read.history_events e on e.position = m.position
      where m.carrier = any($1::bigint[]) and m.position <= $2 limit $3`,
    values: [visits, upTo, rowsAtMost + 1],
  })
  return assertFew(rows)
}

const mostKinds = 200_000

/** What a funnel takes from each kind of events, asked for once. */
export class KindRules {
  private readonly rules = new Map<number, KindRule | null>()
  private readonly ruleOf: ReturnType<typeof kindRulesOf>

  constructor(definition: FunnelDefinition) {
    this.ruleOf = kindRulesOf(definition)
  }

  /** Null where the funnel takes nothing. Only of kinds that were learnt. */
  of(kind: number): KindRule | null {
    return this.rules.get(kind) ?? null
  }

  async learn(query: Query, rows: readonly Pick<Row, 'kind'>[]): Promise<void> {
    if (this.rules.size > mostKinds) this.rules.clear()
    const unknown = [...new Set(rows.map(({ kind }) => kind))].filter(kind => !this.rules.has(kind))
    if (unknown.length === 0) return
    const found = await query<{ key: number; type: string; said: JsonObject }>({
      name: 'funnels kinds',
      text: `
        select key::float8 as key, type, said from read.history_kinds where key = any($1::bigint[])`,
      values: [unknown],
    })
    for (const { key, ...kind } of found) this.rules.set(key, this.ruleOf(kind))
  }
}
