import type { Position } from '@tba/event-store/port.ts'
import { alarmDefinition } from '@tba/events/alarms/definition.ts'
import { workThrough } from '@tba/runtime/jobs/work-through.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Copy } from '../analytics/copy/copy.ts'
import { countAlarm } from './count-alarm.ts'

type Needs = {
  pool: DatabasePool
  copy: Pick<Copy, 'query'>
  /** The end of the log: what is recorded up to now counts. */
  head(): Promise<Position | null>
}

const claimedRow = sql.type(
  z.object({ id: z.uuid(), position: z.string(), definition: z.record(z.string(), z.unknown()) }),
)

/**
 * Counts the alarms that were not counted for five minutes. One that is about to fire, to recover or to go on after a pause is counted after a minute.
 * An instance claims them first, so that no other counts the same. The projector decides what a count means.
 * @throws the first one that could not be counted; the others are
 */
export async function countAlarms({ pool, copy, head }: Needs, now = new Date()): Promise<void> {
  if (!(await hasTable(pool, 'read.alarms')) || !(await hasTable(pool, 'console.alarm_counts'))) return
  const at = sql.fragment`${now.toISOString()}::timestamptz`
  const claimed = await pool.any(claimedRow`
    with claimed as (
      insert into console.alarm_counts as c (alarm_id, position, claimed_at)
      select id, position, ${at} from read.alarms
      on conflict (alarm_id) do update set claimed_at = excluded.claimed_at, position = excluded.position,
        counted_at = case when c.position = excluded.position then c.counted_at end
      where c.position <> excluded.position or c.claimed_at <= ${at} - case
        when (select state from read.alarms where id = c.alarm_id) in ('pending', 'recovering', 'paused')
        then interval '1 minute' else interval '5 minutes' end
      returning alarm_id)
    select id, position, definition from read.alarms join claimed on alarm_id = id`)
  await pool.query(sql.unsafe`
    delete from console.alarm_counts where alarm_id not in (select id from read.alarms)`)
  await workThrough(claimed, async ({ id, position, definition }) => {
    const input = { definition: alarmDefinition.parse(definition), nowMs: now.getTime() }
    const required = await head()
    const outcome = await copy.query(countAlarm, input, { isBackground: true, ...(required && { required }) })
    await pool.query(sql.unsafe`
      update console.alarm_counts set outcome = ${JSON.stringify(outcome)}::jsonb, counted_at = ${at}
      where alarm_id = ${id} and position = ${position}`)
  })
}
