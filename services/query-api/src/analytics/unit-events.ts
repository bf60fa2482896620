import type { DuckDBDataChunk } from '@duckdb/node-api'
import type { Attributes } from '@tba/events/paths/path-step.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { QueryRefused } from './failures.ts'
import type { Snapshot } from './snapshot.ts'
import { eventsByUnit, type UnitScope } from './units.ts'

/** A hash of a unit's id, in two halves. They take less time and memory than the id. */
export type UnitHash = readonly [number, number]
export const hashParts = (unit: Sql) =>
  sql`(${unit} >> 32)::bigint::double as high, (${unit} & 4294967295)::bigint::double as low`

/** A unit and its events in log order, from `first` to `end` (exclusive). The lists are reused for the next unit. */
export type Unit = {
  hash: UnitHash
  first: 0
  end: number
  /** The numbers of the events. */
  seqs: number[]
  /** The times of the events, in ms since 1970. */
  at: number[]
  /** Bit k: the event matches step k + 1. */
  steps: number[]
  /** The further column of the query. */
  more: (string | number | null)[]
}

export type Signatures = { get(signature: number): { type: string; attributes: Attributes } }
/** A hash of type and attributes: equal events have the same number. 52 bits fit a JavaScript number. */
export const signature = sql`(hash(type, attributes) & 4503599627370495)::bigint::double as signature`

/** The type and attributes of each signature. */
export async function readSignatures(snapshot: Snapshot): Promise<Signatures & { numbers: number[] }> {
  type Row = { signature: number; type: string; attributes: string }
  const rows = await snapshot.rows<Row>(sql`select distinct ${signature}, type, attributes from events`)
  const known = new Map(rows.map(row => [row.signature, row]))
  return {
    numbers: [...known.keys()],
    get(number) {
      const { type, attributes } = known.get(number) as Row
      return { type, attributes: JSON.parse(attributes) }
    },
  }
}

/** `events` selects unit, seq, recorded_ms, steps and the columns that `more` uses. */
export type UnitQuery = { events: Sql; more?: Sql }

/** About 30 bytes of memory each until it is read. */
const maxEvents = 20_000_000

/**
 * Calls `see` for each unit. Not a generator: its steps would take longer than the units.
 * @throws {QueryRefused} `large` if there are too many events
 */
export async function forEachUnit(
  snapshot: Snapshot,
  { events, more }: UnitQuery,
  see: (unit: Unit) => void,
): Promise<void> {
  const unit: Unit = { hash: [-1, -1], first: 0, end: 0, seqs: [], at: [], steps: [], more: [] }
  let [high, low, count] = [-1, -1, 0]
  const query = sql`select unit, seq, recorded_ms::double, steps::utinyint ${more ? sql`, ${more}` : empty}
    from (select * exclude (unit), hash(unit) as unit from (${events})) order by unit, seq`
  for await (const chunk of snapshot.chunks(query)) {
    const { rowCount } = chunk
    count += rowCount
    if (count > maxEvents) throw new QueryRefused('large', 'too many events')
    const hashes = halves(itemsOf<BigUint64Array>(chunk, 0))
    const seqs = itemsOf<Int32Array>(chunk, 1)
    const times = itemsOf<Float64Array>(chunk, 2)
    const steps = itemsOf<Uint8Array>(chunk, 3)
    const others = more ? chunk.getColumnVector(4) : null
    for (let row = 0; row < rowCount; row++) {
      if (hashes[2 * row] !== low || hashes[2 * row + 1] !== high) {
        if (unit.end > 0) see(unit)
        low = hashes[2 * row] as number
        high = hashes[2 * row + 1] as number
        unit.hash = [high, low]
        unit.end = 0
      }
      const at = unit.end++
      unit.seqs[at] = seqs[row] as number
      unit.at[at] = times[row] as number
      unit.steps[at] = steps[row] as number
      if (others) unit.more[at] = others.getItem(row) as Unit['more'][number]
    }
  }
  if (unit.end > 0) see(unit)
}

/** The values of a numeric column. Much faster than a call for each value. */
const itemsOf = <Items>(chunk: DuckDBDataChunk, column: number) =>
  (chunk.getColumnVector(column) as unknown as { items: Items }).items

/** Low and high half of each number in turn. Reading a bigint would be slow. */
const halves = ({ buffer, byteOffset, length }: BigUint64Array) =>
  new Uint32Array(buffer, byteOffset, 2 * length)

/** All events of the units that have an event matching a step. @param events as for `eventsByUnit`, with `steps` */
export const unitsWithStep = (scope: UnitScope, events: Sql): Sql => sql`
  select * from (${eventsByUnit(scope, events)}) where hash(unit) in (
    select hash(unit) from (${eventsByUnit(scope, sql`select * from (${events}) where steps > 0`)}))`

/** A unit, and the number of the event that it is sorted by. */
export type FoundUnit = { hash: UnitHash; seq: number }
/** The end of a page: the position of the last unit's event, and the unit's hash. */
export type UnitCursor = readonly [position: string, high: number, low: number]
export type Page = { after: UnitCursor | null; limit: number; isNewestFirst?: boolean }

/** A page of units with their ids, sorted by the event that they were found by. */
export async function pageOfUnits<F extends FoundUnit>(
  { snapshot, scope }: { snapshot: Snapshot; scope: UnitScope },
  found: readonly F[],
  { after, limit, isNewestFirst = false }: Page,
): Promise<{ page: (F & { id: string; at: string })[]; next: UnitCursor | null }> {
  const sign = isNewestFirst ? -1 : 1
  const inOrder = (one: FoundUnit, other: FoundUnit) =>
    sign * (one.seq - other.seq) || one.hash[0] - other.hash[0] || one.hash[1] - other.hash[1]
  const last = after && { seq: await snapshot.seqAsOf(after[0]), hash: [after[1], after[2]] as const }
  const following = found.filter(each => last === null || inOrder(last, each) < 0).sort(inOrder)
  const shown = following.slice(0, limit)
  if (shown.length === 0) return { page: [], next: null }
  const events = sql`select seq, own_visit, tied_visit, account, position, recorded_ms from events
    where seq in (${join(shown.map(({ seq }) => seq))})`
  type Row = { unit: string; seq: number; position: string; at: number; high: number; low: number }
  const rows = await snapshot.rows<Row>(sql`
    select unit, seq, position, recorded_ms::double as at, ${hashParts(sql`hash(unit)`)} from (${eventsByUnit(scope, events)})`)
  const rowOf = ({ seq, hash: [high, low] }: FoundUnit) =>
    rows.find(row => row.seq === seq && row.high === high && row.low === low) as Row
  const page = shown.map(each => {
    const { unit: id, at } = rowOf(each)
    return { ...each, id, at: new Date(at).toISOString() }
  })
  const end = following.length > limit ? (shown.at(-1) as F) : null
  return { page, next: end && [rowOf(end).position, ...end.hash] }
}

/** The first and last event in `[fromMs, toMs)`, by log order: the clock may step back. */
export async function seqRange(
  snapshot: Snapshot,
  { fromMs, toMs, end }: { fromMs: number; toMs: number; end: number },
): Promise<{ first: number; last: number }> {
  const oneOf = (condition: Sql, order: Sql) => sql`(
    select seq from events where recorded_ms ${condition}::double and seq <= ${end} order by seq ${order} limit 1)`
  type Row = { first: number | null; last: number | null }
  const [row] = await snapshot.rows<Row>(sql`
    select ${oneOf(sql`>= ${fromMs}`, empty)} as first, ${oneOf(sql`< ${toMs}`, sql`desc`)} as last`)
  return { first: row?.first ?? 1, last: row?.first == null ? 0 : (row.last ?? 0) }
}
