import type { LostEvents } from '@tba/events/projections/views.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { isoUtc } from '../reads/column.ts'

const lost = z.object({ noticedAt: z.iso.datetime(), events: z.int(), first: z.string(), last: z.string() })

/** What the projector has noticed; null: the log holds everything that was taken in. */
export const findLostEvents = (pool: DatabasePool): Promise<LostEvents | null> =>
  pool.maybeOne(sql.prepared('lost-events', lost)`
    select ${isoUtc('noticed_at', 'noticedAt')}, event_count as events, first, last from projector.lost_events`)

/** This service measures it, because a projector that refuses to start has no metrics. */
export function measureLostEvents(meters: Meters, pool: DatabasePool): void {
  const help = 'Events, at least, that the tables were made from and the log no longer holds'
  meters.gauge({ name: 'log_lost_events', help }, async () => (await findLostEvents(pool))?.events ?? 0)
}
