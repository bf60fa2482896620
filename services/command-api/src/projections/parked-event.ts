import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** The projector’s state in its own tables, which its first start creates. */

/** The live version of a projection; null for an unknown name. */
export async function liveVersion(pool: DatabasePool, name: string): Promise<number | null> {
  if (!(await hasTable(pool, 'projector.checkpoints'))) return null
  return pool.maybeOneFirst(sql.type(z.object({ version: z.int() }))`
    select version from projector.checkpoints where projection = ${name}`)
}

type Parked = { name: string; stream: string }

/** The event at which a stream is parked; null if it is not. */
export async function parkedEvent(pool: DatabasePool, { name, stream }: Parked): Promise<string | null> {
  if (!(await hasTable(pool, 'projector.parked'))) return null
  return pool.maybeOneFirst(sql.type(z.object({ id: z.guid() }))`
    select event_id as id from projector.parked where projection = ${name} and stream = ${stream}
    order by version desc limit 1`)
}
