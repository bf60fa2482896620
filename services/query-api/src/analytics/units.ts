import sql, { type Sql } from 'sql-template-tag'

/** Whose ways are counted: a visit, or a customer with all visits that are tied to them. */
export type By = 'visit' | 'customer'

/** What units are made of: events up to `end`, and whether robots' visits count. */
export type Reach = { by: By; end: number; bots: boolean }

/** The visits of robots, as far as was known at `end`. */
const robots = (end: number) =>
  sql`select own_visit from events where type = 'VisitStarted' and robot is not null and seq <= ${end}`

/**
 * Which visits are tied to which customers, as of `end`: (visit, account, seq of the first event that ties them).
 * A customer's own event that carries a visit ties it; so does an analytics event that names the number of a customer who
 * had registered by then. A number that several accounts have names nobody. A visit may be tied to several accounts.
 */
const owners = ({ end, bots }: Reach) => sql`
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
 * Common table expressions for a query about units: `owners` (visit, account, seq) for customers.
 * @param events a query for the events that matter: it has to select seq, own_visit, tied_visit and account
 * @returns a query for (unit, and all columns of `events`): an event counts for each unit that it is of, once
 */
export function eventsByUnit(reach: Reach, events: Sql): Sql {
  const { by, end, bots } = reach
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
      select o.account, e.* from (${events}) e join (${owners(reach)}) o on o.visit = e.own_visit
      union all
      select o.account, e.* from (${events}) e join (${owners(reach)}) o on o.visit = e.tied_visit
    )`
}

/** (unit, value): of a customer that of the visit which they were tied to first. */
export function valuesOfVisits(reach: Reach, values: Sql): Sql {
  if (reach.by === 'visit') return sql`select visit as unit, value from (${values})`
  return sql`
    select o.account as unit, arg_min_null(v.value, o.seq) as value
    from (${owners(reach)}) o left join (${values}) v on v.visit = o.visit group by o.account`
}
