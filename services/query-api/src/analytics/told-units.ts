import type { ToldUnit } from '@tba/events/funnels/views.ts'
import sql, { join } from 'sql-template-tag'
import { shownVisits } from '../visits/find-visit.ts'
import type { Reading } from './reading.ts'

type Told = Map<string, ToldUnit>

/** Who these units are, in place of their ids: nothing that is sealed. As it is now, wherever they were counted up to. */
export async function toldUnits<U extends { id: string }>(
  reading: Reading,
  by: 'visit' | 'customer',
  units: readonly U[],
): Promise<(U & ToldUnit)[]> {
  if (units.length === 0) return []
  const ids = units.map(({ id }) => id)
  const told = await (by === 'visit' ? visitsIn(reading, ids) : customersIn(reading, ids))
  const nothing = { number: null, outcome: null, device: null }
  return units.map(unit => ({ ...unit, ...(told.get(unit.id) ?? nothing) }))
}

/** Who is erased has no number any more. */
const numbered = sql`
  select account, user_id::double as number from events where type = 'AccountRegistered' and account not in (
    select account from events where type = 'AccountErased' and account is not null)`

/** With the number of the customer who acted in it, where that is one alone. */
async function visitsIn(reading: Reading, ids: readonly string[]): Promise<Told> {
  const shown = await shownVisits(reading, ids)
  const tied = await reading.rows<{ id: string; number: number }>(sql`
    select id, min(number) as number from (
      select distinct tied_visit as id, account from events
      where tied_visit in (${join([...ids])}) and account is not null
    ) join (${numbered}) using (account)
    group by id having count(*) = 1`)
  const numbers = new Map(tied.map(({ id, number }) => [id, number]))
  return new Map(
    [...shown].map(([id, { outcome, device }]) => [id, { number: numbers.get(id) ?? null, outcome, device }]),
  )
}

/** With the device of the last visit that is tied to them. */
async function customersIn(reading: Reading, ids: readonly string[]): Promise<Told> {
  const among = sql`(${join([...ids])})`
  const rows = await reading.rows<ToldUnit & { id: string }>(sql`
    with known as (
      select account as id,
        case when arg_max(type, seq) filter (where type in ('SetupCompleted', 'SetupStepReopened')) = 'SetupCompleted'
            then 'complete'
          when bool_or(type = 'SetupStepCompleted') then 'in-progress'
          when bool_or(type = 'PlanActivated') then 'plan'
          else 'registered' end as outcome
      from events where account in ${among} group by account
    ), seen as (
      select t.account as id, arg_max(v.device, v.seq) as device
      from (select distinct account, tied_visit from events where account in ${among} and tied_visit is not null) t
      join events v on v.own_visit = t.tied_visit and v.type = 'VisitStarted' group by t.account
    )
    select id, number, outcome, device from known left join seen using (id)
    left join (${numbered}) on account = id`)
  return new Map(rows.map(({ id, ...told }) => [id, told]))
}
