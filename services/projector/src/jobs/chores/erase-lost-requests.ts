import { requestKind } from '@tba/events/requests/states.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { workThrough } from '@tba/runtime/jobs/work-through.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import { lostRequests, readLinks } from '@tba/runtime/postgres/person-links.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { tickedClock } from './expire-visits.ts'

/** Per run. A wrong setting is noticed before much is gone. */
const maxErased = 1_000

const monthsRow = sql.type(z.object({ keepMonths: z.int() }))
const requestRow = sql.type(z.object({ id: z.uuid(), kind: requestKind, revision: z.int() }))

type Needs = { pool: DatabasePool; log: EventLog; visitsKeptDays: number }

/**
 * Erases the requests that are lost for longer than administrators want to keep them. Not set: none.
 * @throws the first one that could not be erased; the others are
 */
export async function eraseLostRequests({ pool, log, visitsKeptDays }: Needs): Promise<void> {
  if (!(await hasTable(pool, 'read.request_settings'))) return
  const months = await pool.maybeOneFirst(monthsRow`
    select "keepMonths" from read.request_settings where "keepMonths" > 0`)
  if (months === null) return
  // After a clock jump it follows slowly, like the expiry of visits, which advances that clock if visits expire.
  const clock = visitsKeptDays > 0 ? sql.fragment`select at from jobs.clock` : tickedClock
  const now = sql.fragment`(select clock.at from clock)`
  const lost = await pool.any(requestRow`
    with clock as (${clock})
    select r.id, r.kind, r.revision from ${lostRequests(sql.fragment`${months}::int`, await readLinks(pool), now)}
    order by r."changedAt" limit ${maxErased}`)
  await workThrough(lost, async ({ id, kind, revision }) => {
    // The tables may be late: somebody has just worked it again.
    if ((await load(log, 'request', id)).revision !== revision) return
    const type = kind === 'lead' ? 'EraseLead' : 'EraseQuestionnaire'
    await execute({ log, context: systemContext() }, id, { type })
  })
}
