import type { RetentionCustomers, RetentionView } from '@tba/events/retention/views.ts'
import { mondayOf, romeWeeks } from '@tba/events/rome-week.ts'
import sql, { empty } from 'sql-template-tag'
import { foundPage } from '../analytics/found-page.ts'
import type { Reading } from '../analytics/reading.ts'
import { runsOf } from '../analytics/runs.ts'
import { eventsByUnit } from '../analytics/units.ts'
import { type Cohort, cohortsOf, customersIn } from './count-retention.ts'

export type RetentionAsked = {
  cohort: string
  action: string
  fromMs: number
  toMs: number
  asOf?: string | undefined
  nowMs: number
}
export type RetentionCustomersAsked = RetentionAsked & {
  /** The number of the cohort's week. */
  week: number
  /** How many weeks later; null: all of the cohort. */
  after: number | null
  /** Where the page before ended, as a position; null: there was none. */
  behind: string | null
  limit: number
}

/** The marks of an event: by it one enters a cohort; it is what is counted. */
const [enters, acts] = [1, 2]

export async function findRetention(reading: Reading, asked: RetentionAsked): Promise<RetentionView> {
  const running = romeWeeks()(asked.nowMs)
  const { runs, counting } = await customersOf(reading, asked)
  const cohorts = cohortsOf(runs, counting).filter(({ week }) => week <= running)
  return {
    position: reading.positionAsOf(asked.asOf),
    rows: cohorts.map(cohort => rowOf(cohort, running)),
  }
}

/** A cell for each week that has begun. */
function rowOf({ week, size, weeks }: Cohort, running: number): RetentionView['rows'][number] {
  return {
    cohort: mondayOf(week),
    size,
    weeks: Array.from({ length: running - week + 1 }, (_, after) => {
      const count = weeks[after] ?? 0
      const share = Math.round((count / size) * 1_000) / 10
      return { week: after, count, share, running: week + after === running }
    }),
  }
}

/** The customers that a cell counts, in the order in which they entered. */
export async function findRetentionCustomers(
  reading: Reading,
  { week, after, behind, limit, ...asked }: RetentionCustomersAsked,
): Promise<RetentionCustomers> {
  const { runs, counting, reach } = await customersOf(reading, asked)
  const found = customersIn(runs, counting, { week, after })
  const seqs = found.map(({ entered }) => runs.seqs[entered] as number)
  const { page, next } = await foundPage(reading, reach, { seqs, after: behind, limit })
  const customers = page.map(({ id, at }) => ({ id, enteredAt: at }))
  return { customers, position: reading.positionAsOf(asked.asOf), next }
}

async function customersOf(reading: Reading, { cohort, action, fromMs, toMs, asOf }: RetentionAsked) {
  const end = await reading.seqAsOf(asOf)
  const reach = { by: 'customer', end, bots: false } as const
  // Bounded by the log's order: the clock may step back.
  const from = Number.isFinite(fromMs)
    ? sql`and seq >= (select coalesce(min(seq), 1) from events where recorded_ms >= ${fromMs}::double)`
    : empty
  const events = sql`
    select seq, own_visit, tied_visit, account, recorded_ms, kind,
      (case when type = ${cohort} then ${enters} else 0 end) + (case when type = ${action} then ${acts} else 0 end) as mark
    from events where type in (${cohort}, ${action}) and seq <= ${end} ${from}`
  const runs = await runsOf(reading, eventsByUnit(reach, events))
  const counting = {
    enters: (row: number) => ((runs.marks[row] as number) & enters) !== 0,
    acts: (row: number) => ((runs.marks[row] as number) & acts) !== 0,
    ...{ fromMs, toMs, weekOf: romeWeeks() },
  }
  return { runs, counting, reach }
}
