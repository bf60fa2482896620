import type { FunnelStep } from '@tba/events/condition.ts'
import sql, { join } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { msOf } from '../analytics/within.ts'

type Asked = { steps: readonly FunnelStep[]; fromMs: number; toMs: number }

/** When there was an event of any of these last, and how many events of visits a period has: whether anything was collected. */
export async function findLast(snapshot: Snapshot, { steps, fromMs, toMs }: Asked) {
  const matching = join(
    steps.map(step => sql`(${matchesStep(step)})`),
    ' or ',
  )
  const [row] = await snapshot.rows<{ at: number | null; recorded: number }>(sql`
    select (max(recorded_ms) filter (where ${matching}))::double as at,
      (count(*) filter (where own_visit is not null and recorded_ms >= ${msOf(fromMs)}))::double as recorded
    from events where recorded_ms < ${msOf(toMs)}`)
  const { at = null, recorded = 0 } = row ?? {}
  return { lastAt: at === null ? null : new Date(at).toISOString(), recorded }
}
