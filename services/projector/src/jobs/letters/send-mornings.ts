import { daysAfter, endOfDay, romeDay, romeHour } from '@tba/events/rome-day.ts'
import { workThrough } from '@tba/runtime/jobs/work-through.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { callsLetter } from '../../mail/notice.letters.ts'
import type { PolicyDeps } from '../deps.ts'

export type Mornings = Pick<PolicyDeps, 'mailer' | 'notifyEmail' | 'pool' | 'publicUrl'>

/** On Rome's clock. A product that starts later sends none that day. */
const [fromHour, toHour] = [8, 12]
/** In place of an owner: all letters of that day are sent. */
const everybody = 'everybody'

const callsRow = sql.type(
  z.object({ owner: z.string(), email: z.string().nullable(), due: z.int(), overdue: z.int() }),
)

/**
 * One letter each morning to everybody who has calls of that day or of days before, and one about the calls of nobody. A day
 * without any has no letter, nor has a call that is planned later. After a crash a letter may come twice.
 * @throws the first letter that could not be sent; the others are
 */
export async function sendMornings(deps: Mornings, now = new Date()): Promise<void> {
  const { mailer, notifyEmail, pool, publicUrl } = deps
  const hour = romeHour(now.getTime())
  if (hour < fromHour || hour >= toHour || !(await hasTable(pool, 'read.requests'))) return
  const day = romeDay(now)
  const end = new Date(endOfDay(now.getTime())).toISOString()
  const all = await pool.any(callsRow`
    select coalesce(requests.owner::text, '') as owner, max(account.email) as email, count(*)::int as due,
      (count(*) filter (where "callAt" < ${now.toISOString()}::timestamptz))::int as overdue
    from read.requests left join read.admin_users account on account.id = requests.owner
    where "callAt" < ${end}::timestamptz and not exists (
      select from jobs.mornings
      where day = ${day}::date and mornings.owner in (coalesce(requests.owner::text, ''), ${everybody}))
    group by 1`)
  const done = (owner: string) =>
    pool.query(sql.unsafe`
      insert into jobs.mornings (day, owner) values (${day}::date, ${owner}) on conflict do nothing`)
  await pool.query(sql.unsafe`delete from jobs.mornings where day < ${daysAfter(day, -7)}::date`)
  await workThrough(all, async ({ owner, email, due, overdue }) => {
    const to = owner === '' ? notifyEmail : email
    const link = `${publicUrl}/admin/requests?view=${owner === '' ? 'today&owner=none' : 'mine'}`
    if (to) await mailer.send(`calls-${day}-${owner || 'nobody'}`, callsLetter({ to, due, overdue, link }))
    await done(owner)
  })
  await done(everybody)
}
