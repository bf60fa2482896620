import { alarmViews } from '@tba/events/alarms/views.ts'
import { sql } from 'slonik'
import type { ConsoleList } from '../console/console-list.ts'
import { isoUtc } from '../reads/column.ts'

/** Last saved first. One that nobody counts or judges any more is unknown. */
export const alarms = {
  url: '/api/admin/alarms',
  tag: 'admins',
  summary: 'Gli avvisi, con il loro stato',
  projection: 'alarms',
  name: 'alarms',
  view: alarmViews,
  columns: sql.fragment`id, name, definition, state, ${isoUtc('since')}, reason, ${isoUtc('until')},
    "savedBy", ${isoUtc('savedAt')}`,
  table: sql.fragment`(
    select a.id, a.name, a.definition, a.until, a."savedBy", a."savedAt", a.position,
      case when is_known then a.state else 'unknown' end as state,
      case when is_known then a.since else seen_at end as since,
      case when is_known then a.reason else 'behind' end as reason
    from read.alarms a
    left join console.alarm_counts c on c.alarm_id = a.id and c.position = a.position
    cross join lateral (select least(c.counted_at, c.judged_at) as seen_at) seen
    cross join lateral (
      select a.state = 'paused' or coalesce(seen_at > now() - interval '12 minutes', false) as is_known
    ) known) known_alarms`,
  isOfNobody: true,
} as const satisfies ConsoleList
