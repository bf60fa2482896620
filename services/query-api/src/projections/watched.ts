import { alarmState, troubles, type WatchedTrouble } from '@tba/events/alarms/states.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { isoUtc } from '../reads/column.ts'

const watchedRow = sql.type(
  z.object({
    isFresh: z.boolean(),
    checkedAt: z.iso.datetime(),
    states: z.record(z.string(), z.object({ state: alarmState, since: z.iso.datetime().nullable() })),
  }),
)

/** What the projector saw of the product’s own state. A look that is missing or older than 12 minutes says nothing. */
export async function findWatched(pool: DatabasePool): Promise<WatchedTrouble[]> {
  const held = (await hasTable(pool, 'jobs.watch'))
    ? await pool.maybeOne(watchedRow`
        select checked_at > now() - interval '12 minutes' as "isFresh", ${isoUtc('checked_at', 'checkedAt')}, states
        from jobs.watch`)
    : null
  return troubles.map(trouble => {
    const known = held?.isFresh && held.states[trouble]
    const { state, since } = known || { state: 'unknown' as const, since: held?.checkedAt ?? null }
    return { trouble, state, since }
  })
}
