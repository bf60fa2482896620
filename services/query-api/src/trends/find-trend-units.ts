import { present } from '@tba/events/present.ts'
import type { TrendUnit } from '@tba/events/trends/views.ts'
import sql, { type Sql } from 'sql-template-tag'
import { QueryRefused } from '../analytics/copy/failures.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { inPasses } from '../analytics/unit-events.ts'
import { type FoundUnit, type Page, pageOfUnits, type UnitCursor } from '../analytics/unit-page.ts'
import {
  entriesOf,
  eventsOf,
  resolveTrend,
  type Trend,
  type TrendInput,
  unitsOf,
  valuedOf,
} from './trend-events.ts'

/** A point of a series; without `start` the whole period. `value`: one of the breakdown. */
type Point = { series: number; start?: string | undefined; value?: string | null | undefined }
type Found = { units: TrendUnit[]; position: string | null; next: UnitCursor | null }

/** Exactly the events, visits or persons that a point counts, the latest first. */
export async function findTrendUnits(
  snapshot: Snapshot,
  { at, after, limit, ...input }: TrendInput & Page & { at: Point },
): Promise<Found> {
  const trend = await resolveTrend(snapshot, input)
  const { series, count } = trend.definition
  const asOf = input.upTo ?? trend.definition.asOf
  const events = await eventsOf(snapshot, trend, present(series[at.series]))
  const counted = (its: Trend) => {
    const units = unitsOf(snapshot, its, events)
    const entries =
      at.value === undefined
        ? entriesOf(its, units, events)
        : sql`
        select * from (${valuedOf(snapshot, its, units)}) where value is not distinct from ${at.value}`
    return sql`select unit, min(seq) as seq from (${entries}) where ${isIn(trend, at)} group by unit`
  }
  if (count === 'events') return pageOfEvents(snapshot, { of: counted(trend), asOf }, { after, limit })
  const units: FoundUnit[] = []
  await inPasses(snapshot, { scope: trend.scope, of: events }, 2, async scope => {
    const found = sql`select seq, hash(unit) as hash from (${counted({ ...trend, scope })})`
    // Not spread: there may be a million.
    for (const unit of await snapshot.rows<FoundUnit>(found)) units.push(unit)
  })
  return pageOfUnits(snapshot, { scope: trend.scope, asOf, units }, { after, limit })
}

function isIn({ definition, intervals }: Trend, { start }: Point): Sql {
  if (start === undefined) return sql`true`
  const n = intervals.findIndex(([startMs]) => startMs === Date.parse(start))
  if (n < 0) throw new QueryRefused('invalid', 'L’andamento non ha un punto che comincia allora')
  return definition.cumulative ? sql`n <= ${n}` : sql`n = ${n}`
}

type Row = { id: string; seq: number; position: string; at: number; visit: string | null }

async function pageOfEvents(
  snapshot: Snapshot,
  { of, asOf }: { of: Sql; asOf: string | undefined },
  { after, limit }: Page,
): Promise<Found> {
  const before = after && (await snapshot.seqAsOf(after[0]))
  const rows = await snapshot.rows<Row>(sql`
    select seq, position, event_id::varchar as id, recorded_ms::double as at, coalesce(own_visit, tied_visit) as visit
    from events where seq in (
      select seq from (${of}) where ${before === null ? sql`true` : sql`seq < ${before}`} order by seq desc limit ${limit + 1}
    ) order by seq desc`)
  const shown = rows.slice(0, limit)
  const end = rows.length > limit ? shown.at(-1) : undefined
  return {
    units: shown.map(({ id, at, visit }) => ({
      id,
      startedAt: new Date(at).toISOString(),
      visit,
      number: null,
      outcome: null,
      device: null,
    })),
    position: snapshot.positionAsOf(asOf),
    next: end ? [end.position, '0'] : null,
  }
}
