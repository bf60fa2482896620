import { type DuckDBDataChunk, DuckDBIntegerVector } from '@duckdb/node-api'
import type { Attributes } from '@tba/events/attributes.ts'
import { present } from '@tba/events/present.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Snapshot } from './copy/snapshot.ts'
import { allOf, eventsByUnit, type UnitScope, visitOwners } from './units.ts'
import { msOf } from './within.ts'

/** A unit, and in the first `end` entries of each list its events in log order. The lists are reused for the next unit. */
export type Unit = {
  /** Of its id. It takes less time and memory than the id. */
  hash: bigint
  end: number
  /** The numbers of the events. */
  seqs: number[]
  /** The times of the events, in ms since 1970. */
  at: number[]
  /** As in `UnitEvents` of a chain. */
  steps: number[]
  /** The further column of the query. */
  more: (string | number | null)[]
}

/** What the events with this signature are. */
export type SignatureOf = (signature: number) => { type: string; attributes: Attributes }

/** @param events a query that selects seq and signature */
export async function signaturesIn(
  snapshot: Snapshot,
  events: Sql,
): Promise<{ all: Iterable<number>; of: SignatureOf }> {
  type Row = { signature: number; type: string; attributes: string }
  const rows = await snapshot.rows<Row>(sql`
    select signature, type, attributes from events where seq in (
      select min(seq) from (${events}) group by signature)`)
  const known = new Map(rows.map(({ signature, ...event }) => [signature, event]))
  const of = (signature: number) => {
    const { type, attributes } = present(known.get(signature))
    return { type, attributes: JSON.parse(attributes) }
  }
  return { all: known.keys(), of }
}

/** How often the joins that find a unit hold its rows. */
const rowsHeld = { visit: 1, customer: 1, person: 2 }

/** Units, and the events of the log that are assigned to them. */
type Assigned = { scope: UnitScope; of: Sql }
/** `events` selects unit, seq, recorded_ms, steps and the columns that `more` uses, of the units of a scope. */
export type UnitQuery = Assigned & {
  events: (scope: UnitScope) => Sql
  more?: Sql
}

/** Calls `see` for each unit. Not a generator: its steps would take longer than the units. */
export async function forEachUnit(snapshot: Snapshot, query: UnitQuery, see: (unit: Unit) => void) {
  await inPasses(snapshot, query, 1, scope =>
    forEachOf(snapshot, { ...query, events: query.events(scope) }, see),
  )
}

/**
 * More events than memory holds are read in passes.
 * @param held how often the query holds each row
 * @param work once for each pass, with a scope that has a part of the units
 */
export async function inPasses(
  snapshot: Snapshot,
  { scope, of }: Assigned,
  held: number,
  work: (scope: UnitScope) => Promise<void>,
): Promise<void> {
  const passRows = snapshot.passRows / (held * rowsHeld[scope.by])
  const rows = snapshot.lastSeq <= passRows ? 0 : await countAssigned(snapshot, { scope, of }, passRows)
  const passes = Math.max(1, Math.ceil(rows / passRows))
  for (let at = 0; at < passes; at++) {
    await work(passes === 1 ? scope : { ...scope, pass: { at, of: passes } })
    await snapshot.passed((at + 1) / passes)
  }
}

/** At most how many of these events units have. Exact counts would take as long as an answer. @param few needs no better one */
async function countAssigned(snapshot: Snapshot, { scope, of }: Assigned, few: number): Promise<number> {
  const [found] = await snapshot.rows<{ all: number; own: number }>(sql`
    select count(*)::double as "all", count(*) filter (account is not null or person is not null)::double as own from (${of})`)
  const { all, own } = present(found)
  if (scope.by === 'visit' || all <= few) return all
  // Most visits belong to nobody.
  const [owned] = await snapshot.rows<{ events: number }>(sql`
    select coalesce(sum(events), 0)::double as events from visits join (${visitOwners(scope)}) on visit = id`)
  return Math.min(all, own + present(owned).events)
}

async function forEachOf(
  snapshot: Snapshot,
  { events, more }: Omit<UnitQuery, 'events'> & { events: Sql },
  see: (unit: Unit) => void,
): Promise<void> {
  const unit: Unit = { hash: 0n, end: 0, seqs: [], at: [], steps: [], more: [] }
  const query = sql`select unit, seq, recorded_ms::double, steps::usmallint ${more ? sql`, ${more}` : empty}
    from (select * exclude (unit), hash(unit) as unit from (${events})) order by unit, seq`
  const chunks = await snapshot.chunks(query)
  for await (const chunk of chunks()) {
    const { rowCount } = chunk
    const hashes = itemsOf<BigUint64Array>(chunk, 0)
    const seqs = itemsOf<Int32Array>(chunk, 1)
    const times = itemsOf<Float64Array>(chunk, 2)
    const steps = itemsOf<Uint16Array>(chunk, 3)
    const others = more ? chunk.getColumnVector(4) : null
    const numbers = others instanceof DuckDBIntegerVector ? itemsOf<Int32Array>(chunk, 4) : null
    for (let row = 0; row < rowCount; row++) {
      const hash = present(hashes[row])
      if (hash !== unit.hash) {
        if (unit.end > 0) see(unit)
        unit.hash = hash
        unit.end = 0
      }
      const at = unit.end++
      unit.seqs[at] = present(seqs[row])
      unit.at[at] = present(times[row])
      unit.steps[at] = present(steps[row])
      if (numbers) unit.more[at] = present(numbers[row])
      else if (others) unit.more[at] = others.getItem(row) as Unit['more'][number]
    }
  }
  if (unit.end > 0) see(unit)
}

/** The values of a numeric column. Much faster than a call for each value. */
export const itemsOf = <Items>(chunk: DuckDBDataChunk, column: number) =>
  (chunk.getColumnVector(column) as unknown as { items: Items }).items

/**
 * The units that have one of the events of `beginning`; all units, if most visits have one: to read on past the others takes
 * less time than to find them. `eventsOf` selects all of `of` that these units have. Both as for `eventsByUnit`.
 */
export async function unitsWith(
  snapshot: Snapshot,
  { scope, beginning }: { scope: UnitScope; beginning: Sql },
): Promise<{ areMost: boolean; eventsOf: (of: Sql) => UnitQuery['events'] }> {
  const [row] = await snapshot.rows<{ areMost: boolean }>(sql`
    select (select count(*) from (${beginning})) * 2 > (select count(*) from visits) as "areMost"`)
  const areMost = row?.areMost === true && !scope.among
  const eventsOf = (of: Sql) => (scope: UnitScope) => {
    const all = eventsByUnit(allOf(scope), of)
    if (areMost) return all
    return sql`select * from (${all}) where hash(unit) in (select hash(unit) from (${eventsByUnit(scope, beginning)}))`
  }
  return { areMost, eventsOf }
}

/** The first and last event in `[fromMs, toMs)`, by log order: the clock may step back. */
export async function seqRange(
  snapshot: Snapshot,
  { fromMs, toMs, end }: { fromMs: number; toMs: number; end: number },
): Promise<{ first: number; last: number }> {
  const oneOf = (condition: Sql, order: Sql) => sql`(
    select seq from events where recorded_ms ${condition} and seq <= ${end} order by seq ${order} limit 1)`
  type Row = { first: number | null; last: number | null }
  const [row] = await snapshot.rows<Row>(sql`
    select ${oneOf(sql`>= ${msOf(fromMs)}`, empty)} as first, ${oneOf(sql`< ${msOf(toMs)}`, sql`desc`)} as last`)
  return { first: row?.first ?? 1, last: row?.first == null ? 0 : (row.last ?? 0) }
}
