import { present } from '@tba/events/present.ts'
import sql, { join } from 'sql-template-tag'
import type { Snapshot } from './copy/snapshot.ts'
import { withSummaries } from './unit-summaries.ts'
import { allOf, eventsByUnit, type UnitScope } from './units.ts'

/** A unit by its hash, and the number of the event that it is sorted by. */
export type FoundUnit = { hash: bigint; seq: number }
/** The end of a page: the position of the last unit's event, and the unit's hash. */
export type UnitCursor = readonly [position: string, hash: string]
export type Page = { after: UnitCursor | null; limit: number }

/** A page of the found units, as at `asOf`: newest first, by the event that they were found by. */
export async function pageOfUnits<F extends FoundUnit>(
  snapshot: Snapshot,
  { scope, asOf, units: found }: { scope: UnitScope; asOf: string | undefined; units: readonly F[] },
  { after, limit }: Page,
) {
  const position = snapshot.positionAsOf(asOf)
  const inOrder = (one: FoundUnit, other: FoundUnit) =>
    other.seq - one.seq || Number(one.hash > other.hash) - Number(one.hash < other.hash)
  const last = after && { seq: await snapshot.seqAsOf(after[0]), hash: BigInt(after[1]) }
  const following = found.filter(unit => last === null || inOrder(last, unit) < 0).sort(inOrder)
  const shown = following.slice(0, limit)
  if (shown.length === 0) return { units: [], position, next: null }
  const events = sql`select seq, own_visit, tied_visit, account, person, position, recorded_ms from events
    where seq in (${join(shown.map(({ seq }) => seq))})`
  type Row = FoundUnit & { id: string; position: string; at: number }
  const rows = await snapshot.rows<Row>(sql`
    select unit as id, hash(unit) as hash, seq, position, recorded_ms::double as at from (${eventsByUnit(allOf(scope), events)})`)
  const rowOf = (unit: FoundUnit) =>
    present(rows.find(({ seq, hash }) => seq === unit.seq && hash === unit.hash))
  const units = shown.map(({ hash, seq, ...unit }) => {
    const { id, at } = rowOf({ hash, seq })
    return { ...unit, id, startedAt: new Date(at).toISOString() }
  })
  const end = following.length > limit ? present(shown.at(-1)) : null
  const next: UnitCursor | null = end && [rowOf(end).position, String(end.hash)]
  return { units: await withSummaries(snapshot, scope, units), position, next }
}
