import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** What the projector says of itself in its tables, which are there once one has run. */

/** The version of a projection that is live; null where there is none of that name. */
export async function liveVersion(pool: DatabasePool, name: string): Promise<number | null> {
  if (!(await hasTable(pool, 'projector.checkpoints'))) return null
  return pool.maybeOneFirst(sql.type(z.object({ version: z.int() }))`
    select version from projector.checkpoints where projection = ${name}`)
}

type Parked = { name: string; stream: string }

/** The event behind which a stream waits; null where it does not. */
export async function parkedEvent(pool: DatabasePool, { name, stream }: Parked): Promise<string | null> {
  if (!(await hasTable(pool, 'projector.parked'))) return null
  return pool.maybeOneFirst(sql.type(z.object({ id: z.guid() }))`
    select event_id as id from projector.parked where projection = ${name} and stream = ${stream}
    order by version desc limit 1`)
}
