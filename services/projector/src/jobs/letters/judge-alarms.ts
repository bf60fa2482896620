import { type AlarmOutcome, alarmOutcome } from '@tba/events/alarms/events.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { workThrough } from '@tba/runtime/jobs/work-through.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const countedRow = sql.type(
  z.object({
    id: z.uuid(),
    outcome: alarmOutcome.nullable(),
    /** Of the count, as PostgreSQL writes it. */
    countedAt: z.string().nullable(),
    isJudged: z.boolean(),
  }),
)
const notCounted: AlarmOutcome = { is: 'unknown', reason: 'behind' }

/**
 * Decides what the last count of each alarm means, each count once. One that is missing or older than 12 minutes says nothing.
 * @throws the first alarm that could not be judged; the others are
 */
export async function judgeAlarms(
  { pool, log }: { pool: DatabasePool; log: EventLog },
  at = new Date(),
): Promise<void> {
  if (!(await hasTable(pool, 'read.alarms')) || !(await hasTable(pool, 'console.alarm_counts'))) return
  const now = at.toISOString()
  const alarms = await pool.any(countedRow`
    select alarms.id, outcome, counted_at::text as "countedAt",
      coalesce(judged_count = counted_at, false) as "isJudged" from read.alarms
    left join console.alarm_counts c on alarm_id = alarms.id and c.position = alarms.position
      and counted_at > ${now}::timestamptz - interval '12 minutes'`)
  await workThrough(alarms, async ({ id, outcome, countedAt, isJudged }) => {
    if (isJudged) return
    const command = { type: 'JudgeAlarm', outcome: outcome ?? notCounted, now } as const
    await execute({ log, context: systemContext() }, id, command)
    await pool.query(sql.unsafe`
      update console.alarm_counts
      set judged_at = ${now}::timestamptz, judged_count = ${countedAt}::timestamptz
      where alarm_id = ${id}`)
  })
}
