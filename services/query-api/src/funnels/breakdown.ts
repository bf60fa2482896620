import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import sql, { type Sql } from 'sql-template-tag'
import { eventsByUnit, type Reach, valuesOfVisits } from '../analytics/units.ts'

type Breakdown = NonNullable<DatedFunnel['breakdown']>

/** (unit, value) for the units that have one, as of `end`. */
export function valuesBy(breakdown: Breakdown, reach: Reach): Sql {
  const { end } = reach
  const starts = (column: Sql) =>
    sql`select own_visit as visit, arg_min(${column}, seq) as value from events
      where type = 'VisitStarted' and seq <= ${end} group by own_visit`
  switch (breakdown) {
    case 'device':
      return valuesOfVisits(reach, starts(sql`device`))
    case 'referrer':
      return valuesOfVisits(reach, starts(sql`referrer_host`))
    case 'source':
      // The first page that names one; else where the visit came from.
      return valuesOfVisits(
        reach,
        sql`select own_visit as visit, coalesce(arg_min(source, seq), arg_min(referrer_host, seq)) as value
          from events where own_visit is not null and seq <= ${end} and (source is not null or referrer_host is not null)
          group by own_visit`,
      )
    case 'plan':
      // The last one that an event of the unit says.
      return sql`select unit, arg_max(plan, seq) as value from (${eventsByUnit(
        reach,
        sql`select seq, own_visit, tied_visit, account, json_extract_string(data, '$.plan') as plan from events
          where type in ('LeadSubmitted', 'PlanActivated', 'PlanChanged') and seq <= ${end}`,
      )}) group by unit`
  }
}
