import type { Said } from '@tba/events/paths/path-step.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { Refused } from './failures.ts'
import type { Reading } from './reading.ts'
import { eventsByUnit, type Reach } from './units.ts'

/** Two halves of a hash of a unit's id, which take less time and room than the id. */
export type UnitHash = readonly [number, number]
const halves = (unit: Sql) =>
  sql`(${unit} >> 32)::bigint::double as high, (${unit} & 4294967295)::bigint::double as low`

/** A unit and its events in the order of the log, which stand from `first` up to `end`. Its lists are filled again for the next. */
export type Unit = {
  hash: UnitHash
  first: 0
  end: number
  /** The numbers of the events. */
  seqs: number[]
  /** When each was recorded, in ms since 1970. */
  at: number[]
  /** Bit k: it matches step k + 1. */
  steps: number[]
  /** What else the query says of each. */
  more: (string | number | null)[]
}

export type Kinds = { get(kind: number): { type: string; said: Said } }
export type AllKinds = Kinds & { numbers: number[] }
/** What an event says, as a number: where two say the same, it is the same. JavaScript's numbers hold so many bits. */
export const kind = sql`(hash(type, said) & 4503599627370495)::bigint::double as kind`

/** What events say, by these numbers. */
export async function kindsOf(reading: Reading): Promise<AllKinds> {
  type Row = { kind: number; type: string; said: string }
  const rows = await reading.rows<Row>(sql`select distinct ${kind}, type, said from events`)
  const known = new Map(rows.map(row => [row.kind, row]))
  return {
    numbers: [...known.keys()],
    get(number) {
      const { type, said } = known.get(number) as Row
      return { type, said: JSON.parse(said) }
    },
  }
}

/** `events` selects unit, seq, recorded_ms, steps and what `more` is made of. */
export type UnitQuery = { events: Sql; more?: Sql }

/** Each takes some 30 bytes until it is read. */
const mostEvents = 20_000_000

/**
 * Goes through units one after the other: no generator, whose steps would take longer than the units.
 * @throws {Refused} `large` where there are too many
 */
export async function forEachUnit(
  reading: Reading,
  { events, more }: UnitQuery,
  see: (unit: Unit) => void,
): Promise<void> {
  const unit: Unit = { hash: [-1, -1], first: 0, end: 0, seqs: [], at: [], steps: [], more: [] }
  let [high, low, count] = [-1, -1, 0]
  const query = sql`select ${halves(sql`unit`)}, seq::double, recorded_ms::double, steps::double
    ${more ? sql`, ${more}` : empty}
    from (select * exclude (unit), hash(unit) as unit from (${events})) order by unit, seq`
  for await (const chunk of reading.chunks(query)) {
    const { rowCount } = chunk
    count += rowCount
    if (count > mostEvents) throw new Refused('large', 'too many events')
    // Without a call for each value.
    const numbers = (at: number) => (chunk.getColumnVector(at) as unknown as { items: Float64Array }).items
    const [highs, lows, seqs, times, steps] = [numbers(0), numbers(1), numbers(2), numbers(3), numbers(4)]
    const others = more ? chunk.getColumnVector(5) : null
    for (let row = 0; row < rowCount; row++) {
      if (highs[row] !== high || lows[row] !== low) {
        if (unit.end > 0) see(unit)
        high = highs[row] as number
        low = lows[row] as number
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

/** All events of the units of which some event matches a step. @param events as `eventsByUnit` takes them, with `steps` */
export const unitsWithStep = (reach: Reach, events: Sql): Sql => sql`
  select * from (${eventsByUnit(reach, events)}) where hash(unit) in (
    select hash(unit) from (${eventsByUnit(reach, sql`select * from (${events}) where steps > 0`)}))`

/** A unit, and the number of the event that it was found by. */
export type Found = { hash: UnitHash; seq: number }
/** Where a page ended: the position of the last unit's event, and the unit's hash. */
export type Place = readonly [position: string, high: number, low: number]
export type Page = { after: Place | null; limit: number; isNewestFirst?: boolean }

/** A page of units in the order of the events that they were found by, with their ids. */
export async function pageOfUnits<F extends Found>(
  { reading, reach }: { reading: Reading; reach: Reach },
  found: readonly F[],
  { after, limit, isNewestFirst = false }: Page,
): Promise<{ page: (F & { id: string; at: string })[]; next: Place | null }> {
  const sign = isNewestFirst ? -1 : 1
  const inOrder = (one: Found, other: Found) =>
    sign * (one.seq - other.seq) || one.hash[0] - other.hash[0] || one.hash[1] - other.hash[1]
  const last = after && { seq: await reading.seqAsOf(after[0]), hash: [after[1], after[2]] as const }
  const behind = found.filter(each => last === null || inOrder(last, each) < 0).sort(inOrder)
  const shown = behind.slice(0, limit)
  if (shown.length === 0) return { page: [], next: null }
  const events = sql`select seq, own_visit, tied_visit, account, position, recorded_ms from events
    where seq in (${join(shown.map(({ seq }) => seq))})`
  type Row = { unit: string; seq: number; position: string; at: number; high: number; low: number }
  const rows = await reading.rows<Row>(sql`
    select unit, seq, position, recorded_ms::double as at, ${halves(sql`hash(unit)`)} from (${eventsByUnit(reach, events)})`)
  const rowOf = ({ seq, hash: [high, low] }: Found) =>
    rows.find(row => row.seq === seq && row.high === high && row.low === low) as Row
  const page = shown.map(each => {
    const { unit: id, at } = rowOf(each)
    return { ...each, id, at: new Date(at).toISOString() }
  })
  const end = behind.length > limit ? (shown.at(-1) as F) : null
  return { page, next: end && [rowOf(end).position, ...end.hash] }
}

/** Between which events something in `[fromMs, toMs)` lies: by the log's order, since its clock may step back. */
export async function stretchIn(
  reading: Reading,
  { fromMs, toMs, end }: { fromMs: number; toMs: number; end: number },
): Promise<{ first: number; last: number }> {
  const oneOf = (condition: Sql, order: Sql) => sql`(
    select seq from events where recorded_ms ${condition}::double and seq <= ${end} order by seq ${order} limit 1)`
  type Row = { first: number | null; last: number | null }
  const [row] = await reading.rows<Row>(sql`
    select ${oneOf(sql`>= ${fromMs}`, empty)} as first, ${oneOf(sql`< ${toMs}`, sql`desc`)} as last`)
  return { first: row?.first ?? 1, last: row?.first == null ? 0 : (row.last ?? 0) }
}
