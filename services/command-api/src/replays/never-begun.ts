import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const made = sql.type(z.object({ made: z.boolean() }))`
  select to_regclass('read.replays') is not null and to_regclass('jobs.replays') is not null as made`
const over = sql.type(z.object({ isOver: z.boolean() }))

/** Whether a replay is shown as failed since nobody has begun it in a week: none begins after that. */
export async function isNeverBegun(pool: DatabasePool, id: string): Promise<boolean> {
  if (!(await pool.oneFirst(made))) return false
  return pool.oneFirst(over`
    select exists (
      select from read.replays r where r.id = ${id} and r.state = 'waiting'
        and r."requestedAt" < now() - interval '7 days'
        and not exists (select from jobs.replays j where j.id = r.id)) as "isOver"`)
}
