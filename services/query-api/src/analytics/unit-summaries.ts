import type { UnitSummary } from '@tba/events/funnels/views.ts'
import { present } from '@tba/events/present.ts'
import sql, { join } from 'sql-template-tag'
import type { Snapshot } from './copy/snapshot.ts'
import { ownEvents, type UnitScope } from './units.ts'
import { readVisitRows } from './visit-rows.ts'

/** Adds to one or more units what identifies them better than their id. Nothing sealed. It shows the present, not the state at `asOf`. */
export async function withSummaries<U extends { id: string }>(
  snapshot: Snapshot,
  scope: UnitScope,
  units: readonly U[],
): Promise<(U & UnitSummary)[]> {
  const ids = units.map(({ id }) => id)
  const { by } = scope
  const summaries = await (by === 'visit'
    ? visitSummaries(snapshot, ids)
    : by === 'customer'
      ? customerSummaries(snapshot, ids)
      : personSummaries(snapshot, scope, ids))
  return units.map(unit => ({ ...unit, ...present(summaries.get(unit.id)) }))
}

/** The numbers of customers. An erased customer has none. */
const customerNumbers = sql`
  select account, user_id::double as number from events where type = 'AccountRegistered' and account not in (
    select account from events where type = 'AccountErased' and account is not null)`

/** With the number of the customer who acted in the visit, if there is exactly one. */
async function visitSummaries(snapshot: Snapshot, ids: readonly string[]) {
  const shown = await readVisitRows(snapshot, ids)
  const tied = await snapshot.rows<{ id: string; number: number }>(sql`
    select id, min(number) as number from (
      select distinct tied_visit as id, account from events
      where tied_visit in (${join([...ids])}) and account is not null
    ) join (${customerNumbers}) using (account)
    group by id having count(*) = 1`)
  const numbers = new Map(tied.map(({ id, number }) => [id, number]))
  return new Map(
    [...shown].map(([id, { outcome, device }]) => [id, { number: numbers.get(id) ?? null, outcome, device }]),
  )
}

/** With the number of their account. */
async function personSummaries(snapshot: Snapshot, scope: UnitScope, ids: readonly string[]) {
  const registered = sql`select account, person, user_id from events where type = 'AccountRegistered'`
  const rows = await snapshot.rows<{ id: string; number: number }>(sql`
    select unit as id, min(user_id)::double as number from (${ownEvents(scope, registered)})
    where unit in (${join([...ids])}) group by unit`)
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  return new Map(ids.map(id => [id, { number: numbers.get(id) ?? null, outcome: null, device: null }]))
}

/** With the device of their last visit. */
async function customerSummaries(snapshot: Snapshot, ids: readonly string[]) {
  const among = sql`(${join([...ids])})`
  const rows = await snapshot.rows<UnitSummary & { id: string }>(sql`
    with known as (
      select account as id,
        case when arg_max(type, seq) filter (where type in ('SetupCompleted', 'SetupStepReopened')) = 'SetupCompleted'
            then 'complete'
          when bool_or(type = 'SetupStepCompleted') then 'in-progress'
          when bool_or(type = 'PlanActivated') then 'plan'
          else 'registered' end as outcome
      from events where account in ${among} group by account
    ), seen as (
      select t.account as id, arg_max(v.device, v.first_seq) as device
      from (select distinct account, tied_visit from events where account in ${among} and tied_visit is not null) t
      join visits v on v.id = t.tied_visit group by t.account
    )
    select id, number, outcome, device from known left join seen using (id)
    left join (${customerNumbers}) on account = id`)
  return new Map(rows.map(({ id, ...summary }) => [id, summary]))
}
