import { resolvePeriods } from '@tba/events/asked-period.ts'
import type { Filtered } from '@tba/events/filters/filter.ts'
import type { Joined } from '@tba/events/funnels/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import type { RetentionDefinition, RetentionUnits } from '@tba/events/retention/definition.ts'
import type { RetentionResult } from '@tba/events/retention/views.ts'
import { mondayOf, romeIntervals } from '@tba/events/rome-day.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { QueryRefused } from '../analytics/copy/failures.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { type FoundUnit, type Page, pageOfUnits } from '../analytics/unit-page.ts'
import { timeOfSeq } from '../funnels/read-units.ts'
import { type Retention, retentionRows, retentionScope, unplacedIn } from './retention-tables.ts'

type RetentionInput = { definition: RetentionDefinition; nowMs: number }

/** How many units entered a cohort (null), or count in the intervals from `low` to `high` after it. */
type Counted = {
  /** Of all values of a breakdown: a unit may have several. Null: the persons who are joined by the rule `value`. */
  isTotal: boolean | null
  value: string | null
  cohort: number
  low: number | null
  high: number | null
  count: number
}
type Cohort = { size: number; counts: number[] }

/** More would be a table that nobody reads. */
const [maxCells, maxGroups] = [150_000, 20]

export async function runRetention(
  snapshot: Snapshot,
  { definition, nowMs }: RetentionInput,
): Promise<RetentionResult> {
  const { from, to } = resolvePeriods(definition, nowMs)
  const retention = datedRetention(definition, nowMs)
  const counted = await countedCells(snapshot, retention)
  const running = await runningAt(snapshot, retention, nowMs)
  const { startOf } = romeIntervals(retention.unit)
  const all = cohortsOf(counted.filter(({ isTotal }) => isTotal))
  const columns = Math.max(1, ...[...all.keys()].map(cohort => running - cohort + 1))
  if (all.size * columns > maxCells)
    throw new QueryRefused('invalid', 'La tabella ha troppe caselle: scegli un periodo più breve')
  const view = (cohorts: ReadonlyMap<number, Cohort>) =>
    [...cohorts].map(([cohort, { size, counts }]) => ({
      start: new Date(startOf(cohort)).toISOString(),
      size,
      counts: Array.from({ length: columns }, (_, index) =>
        hasBegun(cohort, index, running) ? (counts[index] ?? 0) : null,
      ),
    }))
  const position = snapshot.positionAsOf(definition.asOf)
  const answer = {
    position,
    from,
    to,
    ...joinedIn(retention, counted),
    ...(await unplacedIn(snapshot, retention)),
  }
  if (!retention.breakdown) return { ...answer, cohorts: view(all) }
  // By the plan at the return, each group has the whole cohort as its size.
  const isAtReturn = retention.planAt === 'return'
  const sizes = isAtReturn ? counted.filter(({ isTotal, high }) => isTotal && high === null) : []
  const own = counted.filter(({ isTotal, high }) => isTotal === false && !(isAtReturn && high === null))
  const total = (cells: readonly Counted[]) => cells.reduce((sum, { count }) => sum + count, 0)
  const values = [...Map.groupBy(own, ({ value }) => value)].sort(
    ([one, its], [other, others]) => total(others) - total(its) || ((one ?? '') < (other ?? '') ? -1 : 1),
  )
  const groups = values
    .slice(0, maxGroups)
    .map(([value, cells]) => ({ value, cohorts: view(cohortsOf([...sizes, ...cells])) }))
  const otherValues = values.length - groups.length
  return { ...answer, cohorts: view(all), groups, ...(otherValues > 0 && { otherValues }) }
}

/** The units of a cell, the newest entry first. */
export async function findRetentionUnits(
  snapshot: Snapshot,
  { definition, nowMs, at, ...page }: RetentionInput & Page & { at: RetentionUnits['at'] },
) {
  const retention = datedRetention(definition, nowMs)
  const cohort = romeIntervals(retention.unit).of(Date.parse(at.start))
  return cellUnits(snapshot, retention, { cohort, index: at.index, value: at.value, nowMs }, page)
}

/** The older table: customers by week, in the cohort of their first entry in the period. */
type WeeklyFilter = Filtered & {
  by?: Retention['by'] | undefined
  cohort: string
  action: string
  fromMs: number
  toMs: number
  asOf?: string | undefined
}
const weekly = ({ by = 'customer', cohort, action, ...period }: WeeklyFilter): Retention => ({
  by,
  entry: { event: cohort },
  action: { event: action },
  ...period,
  unit: 'week',
  mode: 'in',
  first: 'period',
})

export async function findRetention(
  snapshot: Snapshot,
  { nowMs, ...filter }: WeeklyFilter & { nowMs: number },
) {
  const retention = weekly(filter)
  const running = await runningAt(snapshot, retention, nowMs)
  const counted = await countedCells(snapshot, retention)
  const cohorts = cohortsOf(counted.filter(({ isTotal }) => isTotal))
  const rows = [...cohorts].map(([cohort, { size, counts }]) => {
    const weeks = Array.from({ length: Math.max(running - cohort, 0) + 1 }, (_, week) => {
      const count = counts[week] ?? 0
      return { week, count, share: percentOf(count, size), running: cohort + week >= running }
    })
    return { cohort: mondayOf(cohort), size, weeks }
  })
  const position = snapshot.positionAsOf(filter.asOf)
  return { position, rows, ...joinedIn(retention, counted), ...(await unplacedIn(snapshot, retention)) }
}

export const findRetentionCustomers = (
  snapshot: Snapshot,
  {
    week,
    weeksLater,
    nowMs,
    after,
    limit,
    ...filter
  }: WeeklyFilter & Page & { week: number; weeksLater: number | undefined; nowMs: number },
) => cellUnits(snapshot, weekly(filter), { cohort: week, index: weeksLater, nowMs }, { after, limit })

function datedRetention(definition: RetentionDefinition, nowMs: number): Retention {
  const { from, to, ...asked } = resolvePeriods(definition, nowMs)
  const planAt = asked.breakdown === 'plan' ? asked.planAt : undefined
  return { ...asked, planAt, fromMs: Date.parse(from), toMs: Date.parse(to) }
}

function countedCells(snapshot: Snapshot, retention: Retention): Promise<Counted[]> {
  const counts = (suffix: string, value: string) => sql`
    select ${suffix === ''} as "isTotal", ${raw(value)} as value, cohort, null as low, null as high, count(*)::double as count
    from entered${raw(suffix)} group by all
    union all
    select ${suffix === ''}, ${raw(value)}, cohort, low, high, count(*)::double from acted${raw(suffix)} group by all`
  const grouped = retention.breakdown ? sql`union all ${counts('_by_value', 'value')}` : empty
  const joined = (rule: keyof NonNullable<Joined>) => sql`
    union all select null, ${rule}, 0, null, null, count(*) filter (${raw(`by_${rule}`)})::double from joined`
  const persons = retention.by === 'person' ? sql`${joined('address')} ${joined('administrator')}` : empty
  return retentionRows<Counted>(snapshot, retention, sql`${counts('', 'null')} ${grouped} ${persons}`)
}

/** Nothing, if no persons count. */
function joinedIn({ by }: Retention, counted: readonly Counted[]): { joined?: Joined } {
  const of = (rule: keyof NonNullable<Joined>) =>
    counted.reduce(
      (sum, { isTotal, value, count }) => sum + (isTotal === null && value === rule ? count : 0),
      0,
    )
  return by === 'person' ? { joined: { address: of('address'), administrator: of('administrator') } } : {}
}

/** The oldest first. */
function cohortsOf(counted: readonly Counted[]): Map<number, Cohort> {
  const cohorts = new Map<number, Cohort>()
  for (const { cohort, low, high, count } of counted.toSorted((one, other) => one.cohort - other.cohort)) {
    const known = cohorts.get(cohort) ?? { size: 0, counts: [] }
    cohorts.set(cohort, known)
    if (low === null || high === null) known.size += count
    else
      for (let index = low; index <= high; index++) known.counts[index] = (known.counts[index] ?? 0) + count
  }
  return cohorts
}

/** The interval that runs at the position of the count. Later ones do not exist. */
async function runningAt(snapshot: Snapshot, { unit, asOf }: Retention, nowMs: number): Promise<number> {
  const atMs = asOf === undefined ? nowMs : await timeOfSeq(snapshot, await snapshot.seqAsOf(asOf))
  return romeIntervals(unit).of(atMs)
}

/** After the clock stepped back, a cohort can be later than the running interval. It has its own. */
const hasBegun = (cohort: number, index: number, running: number) => index === 0 || cohort + index <= running

type Cell = {
  cohort: number
  /** How many intervals later; undefined: the whole cohort. */
  index: number | undefined
  value?: string | null | undefined
  nowMs: number
}

async function cellUnits(
  snapshot: Snapshot,
  retention: Retention,
  { cohort, index, value, nowMs }: Cell,
  page: Page,
) {
  const isOfAll = value === undefined || (index === undefined && retention.planAt === 'return')
  const ofCell = (table: string, condition: Sql) => sql`
    select seq, hash(unit) as hash from ${isOfAll ? raw(table) : raw(`${table}_by_value`)}
    where cohort = ${cohort} and ${condition} and ${isOfAll ? sql`true` : sql`value is not distinct from ${value}`}`
  const counted =
    index === undefined ? ofCell('entered', sql`true`) : ofCell('acted', sql`${index} between low and high`)
  const exists = index === undefined || hasBegun(cohort, index, await runningAt(snapshot, retention, nowMs))
  const units = exists ? await retentionRows<FoundUnit>(snapshot, retention, counted) : []
  const scope = await retentionScope(snapshot, retention)
  return pageOfUnits(snapshot, { scope, asOf: retention.asOf, units }, page)
}
