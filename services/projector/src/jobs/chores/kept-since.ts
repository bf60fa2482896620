import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const times = sql.type(z.object({ before: z.string() }))

/** How far the clock of a run may be ahead of that of the run before, an hour earlier. */
const mostAhead = '1 day'

/**
 * The time before which a visit's last event has to lie for it to expire, and that of now: by the database's clock, which
 * the log has too. Where that jumps, for a day or for years, it is followed by a day a run, so that somebody can notice
 * before everything is gone.
 */
export async function keptSince(pool: DatabasePool, days: number): Promise<{ readonly before: string }> {
  return pool.one(times`
    with clock as (
      insert into jobs.clock as held (at) values (now())
      on conflict (only_row) do update set at = least(now(), held.at + ${mostAhead}::interval)
      returning at at time zone 'utc' as at)
    select to_char(at - make_interval(days => ${days}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as before
    from clock`)
}
