import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { EventOf } from '../../engine/projection.ts'
import type { Letter } from '../../mail/letter.ts'
import { manyNotices } from '../../mail/notice.letters.ts'
import type { PolicyDeps } from '../deps.ts'

type Deps = Pick<PolicyDeps, 'log' | 'mailer' | 'noticesAnHour' | 'pool'>
type Submitted = EventOf<'LeadSubmitted'> | EventOf<'QuestionnaireSubmitted'>

/** Letters per hour. More come only if somebody floods the site. */
const maxPerHour = 20

export async function notify(deps: Deps, event: Submitted, notice: Letter): Promise<void> {
  const { log, mailer, noticesAnHour = maxPerHour, pool } = deps
  if (await wasErased(log, event)) return
  if ((await numberOf(pool, event)) > noticesAnHour) return
  await mailer.send(event.id, notice)
  // Erased meanwhile: the erasure job may have looked for the letter too early.
  if (await wasErased(log, event)) await mailer.forget([event.id])
}

async function wasErased(log: EventLog, { type, stream }: Submitted): Promise<boolean> {
  const kind = type === 'LeadSubmitted' ? 'lead' : 'questionnaire'
  return (await load(log, kind, idOf(stream))).state === 'erased'
}

const numberRow = sql.type(z.object({ number: z.int() }))

/** The number of the notice in its hour, from 1. A retried job keeps its number. */
async function numberOf(pool: DatabasePool, { id, recordedAt }: Submitted): Promise<number> {
  await pool.query(sql.unsafe`
    insert into jobs.notices (event_id, hour, number)
    select ${id}, its.hour, coalesce(max(number), 0) + 1
    from (select date_trunc('hour', ${recordedAt}::timestamptz) as hour) its left join jobs.notices using (hour)
    group by its.hour
    on conflict (event_id) do nothing`)
  return pool.oneFirst(numberRow`select number from jobs.notices where event_id = ${id}`)
}

export type Notices = Pick<PolicyDeps, 'mailer' | 'notifyEmail' | 'noticesAnHour' | 'pool' | 'publicUrl'>

const hourRow = sql.type(z.object({ hour: z.number().transform(ms => new Date(ms)), count: z.int() }))

/** One letter about the notices of earlier hours that got no letter. */
export async function sendNoticeSummaries(deps: Notices): Promise<void> {
  const { mailer, notifyEmail, noticesAnHour: sent = maxPerHour, pool, publicUrl } = deps
  const hours = await pool.any(hourRow`
    select hour, count(*)::int as count from jobs.notices where hour < date_trunc('hour', now()) group by hour`)
  for (const { hour, count } of hours) {
    const id = `notices-${hour.toISOString().slice(0, 13)}`
    if (count > sent && notifyEmail)
      await mailer.send(id, manyNotices({ to: notifyEmail, hour, count, sent, publicUrl }))
    await pool.query(sql.unsafe`delete from jobs.notices where hour = ${hour.toISOString()}`)
  }
}
