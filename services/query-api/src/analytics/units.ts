import sql, { type Sql } from 'sql-template-tag'

/** What counts: visits, or customers with all their visits; events up to `end`; with or without robots. */
export type UnitScope = { by: 'visit' | 'customer'; end: number; bots: boolean }

/** The visits of robots, as known at `end`. */
const robots = (end: number) => sql`select id from visits where robot_seq <= ${end}`

/**
 * Which visits belong to which customers at `end`: (visit, account, seq of the first event that links them). A customer's
 * own event that names a visit links it. So does an analytics event with the number of a customer who had registered by
 * then, unless several accounts have this number. A visit may belong to several accounts.
 */
const visitOwners = ({ end, bots }: UnitScope) => sql`
  select visit, account, min(seq) as seq from (
    select tied_visit as visit, account, seq from events
    where account is not null and tied_visit is not null and seq <= ${end}
    union all
    select e.own_visit, a.account, e.seq from events e join (
      select user_id, any_value(account) as account from events
      where type = 'AccountRegistered' and seq <= ${end} group by user_id having count(distinct account) = 1
    ) a on a.user_id = e.user_id
    where e.type = 'AnalyticsEventTracked' and e.own_visit is not null and e.seq <= ${end}
  ) ${bots ? sql`` : sql`where visit not in (${robots(end)})`}
  group by visit, account`

/**
 * Assigns events to units.
 * @param events a query that selects seq, own_visit, tied_visit and account
 * @returns a query for (unit, and all columns of `events`): an event counts once for each of its units
 */
export function eventsByUnit(scope: UnitScope, events: Sql): Sql {
  const { by, end, bots } = scope
  const isHuman = (visit: Sql) => (bots ? sql`true` : sql`${visit} not in (${robots(end)})`)
  if (by === 'visit')
    return sql`
      select own_visit as unit, e.* from (${events}) e where own_visit is not null and ${isHuman(sql`own_visit`)}
      union all
      select tied_visit, e.* from (${events}) e where tied_visit is not null and ${isHuman(sql`tied_visit`)}`
  return sql`
    select distinct on (unit, seq) unit, * exclude (unit) from (
      select account as unit, e.* from (${events}) e where account is not null
      union all
      select o.account, e.* from (${events}) e join (${visitOwners(scope)}) o on o.visit = e.own_visit
      union all
      select o.account, e.* from (${events}) e join (${visitOwners(scope)}) o on o.visit = e.tied_visit
    )`
}

/** The visits that viewed this path. Other events on the page do not count. */
export const visitsThatViewed = (path: string, end: number): Sql => sql`
  select unit from (${eventsByUnit(
    { by: 'visit', end, bots: true },
    sql`select * from events where is_view and page = ${path} and seq <= ${end}`,
  )})`

/** (unit, value): a customer has the value of the first of their visits. */
export function visitValues(scope: UnitScope, values: Sql): Sql {
  if (scope.by === 'visit') return sql`select visit as unit, value from (${values})`
  return sql`
    select o.account as unit, arg_min_null(v.value, o.seq) as value
    from (${visitOwners(scope)}) o left join (${values}) v on v.visit = o.visit group by o.account`
}
