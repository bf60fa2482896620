import type { Joined } from '@tba/events/funnels/views.ts'
import { joinedPersons, type LinkChange } from '@tba/events/people/links.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Snapshot } from './copy/snapshot.ts'

/** What counts: visits, or customers or persons with all their visits; events up to `end`; with or without robots. */
export type UnitScope = {
  by: 'visit' | 'customer' | 'person'
  end: number
  bots: boolean
  /** The addresses that an administrator joined, each with the id of the whole. */
  joined: readonly (readonly [person: string, whole: string])[]
  /** Only a part of the units, by a hash of their ids: see `inPasses`. */
  pass?: { at: number; of: number }
  /** A condition on `unit`: only these count. See `filteredScope`. */
  among?: Sql
}

/** The same scope without its filters. */
export const allOf = ({ among: _, ...scope }: UnitScope): UnitScope => scope

const isInPass = ({ pass }: UnitScope, unit: Sql): Sql =>
  pass ? sql`hash(${unit}) % ${pass.of}::ubigint = ${pass.at}` : sql`true`

/** With the joins as they stood at `end`. */
export async function scopeAt(snapshot: Snapshot, scope: Omit<UnitScope, 'joined'>): Promise<UnitScope> {
  if (scope.by !== 'person') return { ...scope, joined: [] }
  const changes = await snapshot.rows<LinkChange>(sql`
    with changes as (select * from links where seq <= ${scope.end}),
    joins as (select * from changes where type in ('joined', 'parted'))
    select type, position, person, other from changes
    where type in ('joined', 'parted') or person in (select person from joins union select other from joins)`)
  const joined = [...joinedPersons(changes)].map(([person, members]) => [person, [...members.keys()][0]])
  return { ...scope, joined: joined as [string, string][] }
}

/** (unit, and all columns of `events`): a customer's or a person's own events. `address`: before joins. */
export function ownEvents(scope: UnitScope, events: Sql): Sql {
  const { by, end, joined } = scope
  if (by === 'customer')
    return sql`select account as unit, e.* from (${events}) e
      where account is not null and ${isInPass(scope, sql`account`)}`
  const addressed = sql`
    select coalesce(e.person, a.person) as address, e.*
    from (select * from (${events}) where person is not null or account is not null) e
    left join (select account, person from accounts where seq <= ${end}) a on a.account = e.account
    where coalesce(e.person, a.person) is not null`
  if (joined.length === 0)
    return sql`select address as unit, * from (${addressed}) where ${isInPass(scope, sql`address`)}`
  const wholes = joined.map(([person, whole]) => sql`(${person}, ${whole})`)
  return sql`
    select coalesce(whole, address) as unit, o.* from (${addressed}) o
    left join (values ${join(wholes)}) as wholes (person, whole) on wholes.person = address
    where ${isInPass(scope, sql`coalesce(whole, address)`)}`
}

/** (unit, by_address, by_administrator): the persons with several parts, and by which rule these belong together. */
export const joinedPersonsIn = (scope: UnitScope): Sql => {
  const parts = sql`select account, person from events
    where type in ('LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered') and seq <= ${scope.end}`
  return sql`
    select unit, count(*) > count(distinct address) as by_address, count(distinct address) > 1 as by_administrator
    from (${ownEvents(scope, parts)}) group by unit having count(*) > 1`
}

/** Of these persons, how many have several parts, by the rule that holds them together. Nothing, if no persons count. */
export async function joinedAmong(
  snapshot: Snapshot,
  scope: UnitScope,
  entered: ReadonlySet<bigint>,
): Promise<{ joined?: Joined }> {
  if (scope.by !== 'person') return {}
  const rows = await snapshot.rows<{ hash: bigint; byAddress: boolean; byAdministrator: boolean }>(sql`
    select hash(unit) as hash, by_address as "byAddress", by_administrator as "byAdministrator"
    from (${joinedPersonsIn(scope)})`)
  const found = rows.filter(({ hash }) => entered.has(hash))
  const joined = {
    address: found.filter(({ byAddress }) => byAddress).length,
    administrator: found.filter(({ byAdministrator }) => byAdministrator).length,
  }
  return { joined }
}

/** The visits of robots, as known at `end`. */
export const robots = (end: number) => sql`select id from visits where robot_seq <= ${end}`

/**
 * Which visits belong to which customers or persons at `end`: (visit, unit, seq of the first event that links them). Their
 * own event that names a visit links it. So does an analytics event with the number of a customer who had registered by
 * then, unless several accounts have this number. A visit may belong to several.
 */
export const visitOwners = (scope: UnitScope): Sql => {
  const { end, bots } = scope
  return sql`
  select visit, unit, min(seq) as seq from (
    select tied_visit as visit, unit, seq from (${ownEvents(
      scope,
      sql`select seq, tied_visit, account, person from events where tied_visit is not null and seq <= ${end}`,
    )})
    union all
    select own_visit, unit, seq from (${ownEvents(
      scope,
      sql`
    select e.seq, e.own_visit, a.account, e.person from events e join (
      select user_id, any_value(account) as account from events
      where type = 'AccountRegistered' and seq <= ${end} group by user_id having count(distinct account) = 1
    ) a on a.user_id = e.user_id
    where e.type = 'AnalyticsEventTracked' and e.own_visit is not null and e.seq <= ${end}`,
    )})
  ) ${bots ? sql`` : sql`where visit not in (${robots(end)})`}
  group by visit, unit`
}

/**
 * Assigns events to units.
 * @param events a query that selects seq, own_visit, tied_visit, account and person
 * @returns a query for (unit, and all columns of `events`): an event counts once for each of its units
 */
export function eventsByUnit({ among, ...scope }: UnitScope, events: Sql): Sql {
  const assigned = assignedEvents(scope, events)
  return among ? sql`select * from (${assigned}) where ${among}` : assigned
}

function assignedEvents(scope: UnitScope, events: Sql): Sql {
  const { by, end, bots } = scope
  const counts = (visit: Sql) =>
    sql`${isInPass(scope, visit)} and ${bots ? sql`true` : sql`${visit} not in (${robots(end)})`}`
  if (by === 'visit')
    return sql`
      select own_visit as unit, e.* from (${events}) e where own_visit is not null and ${counts(sql`own_visit`)}
      union all
      select tied_visit, e.* from (${events}) e where tied_visit is not null and ${counts(sql`tied_visit`)}`
  const inVisit = (visit: Sql) =>
    sql`union all by name select o.unit, e.* from (${events}) e join (${visitOwners(scope)}) o on o.visit = ${visit}`
  // What another person did in a visit is theirs.
  return sql`
    select distinct on (unit, seq) unit, * exclude (unit) from (
      ${ownEvents(scope, events)} ${inVisit(sql`e.own_visit`)} ${by === 'customer' ? inVisit(sql`e.tied_visit`) : sql``}
    )`
}

export const planEvents = ['LeadSubmitted', 'PlanActivated', 'PlanChanged']

/** The plan that such an event names. Of `attributes`: reading `data` would take several times longer. */
export const planNamed = sql`json_extract_string(attributes, '$.plan')`

/** (unit, value): the plan of a unit's last event that has one. */
export const planValues = (scope: UnitScope): Sql => sql`
  select unit, arg_max(plan, seq) as value from (${eventsByUnit(
    scope,
    sql`select seq, own_visit, tied_visit, account, person, ${planNamed} as plan from events
        where type in (${join(planEvents)}) and seq <= ${scope.end}`,
  )}) group by unit`

/** (unit, value): a customer or person has the values of the first of their visits. */
export function visitValues(scope: UnitScope, values: Sql): Sql {
  if (scope.by === 'visit') return sql`select visit as unit, value from (${values})`
  return sql`
    select o.unit, v.value from (
      select unit, arg_min(visit, seq) as visit from (${visitOwners(scope)}) group by unit
    ) o left join (${values}) v using (visit)`
}
