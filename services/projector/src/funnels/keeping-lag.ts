import { isOfLog } from '@tba/event-store/packed-position.ts'
import type { EventStore, Position } from '@tba/event-store/port.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { ageAfter } from '../status.ts'

const standing = z.object({
  asOf: z.string().nullable(),
  position: z.string().nullable(),
  isGivenUp: z.boolean(),
})

/** Of saved funnels; told from the database, so that an instance that counts nothing can tell too. */
async function standings(pool: DatabasePool) {
  const there = z.object({ isThere: z.boolean() })
  const { isThere } = await pool.one(sql.type(there)`
    select to_regclass('funnels.keeping') is not null and to_regclass('read.funnels') is not null as "isThere"`)
  if (!isThere) return []
  return pool.any(sql.type(standing)`
    select f.definition ->> 'asOf' as "asOf", case when k.counted is not null then k.position end as position,
      coalesce(k.counted is null and k.given_up_at is not null, false) as "isGivenUp"
    from read.funnels f left join funnels.keeping k on k.funnel = f.id`)
}

type Reading = { pool: DatabasePool; store: EventStore }

/** The age in seconds of the oldest event that a saved funnel which is kept does not hold; 0: none. */
export async function keepingLagSeconds({ pool, store }: Reading): Promise<number> {
  const head = await store.head()
  const kept = (await standings(pool)).flatMap(({ position }) => position ?? [])
  const [slowest] = kept.toSorted() as Position[]
  return slowest === undefined || head === null || slowest === head ? 0 : ageAfter(store, slowest)
}

/** How many are counted on, are counted for the first time, and are not kept since a unit of them is too much. */
export async function keepingCounts({ pool, store }: Reading): Promise<Record<string, number>> {
  const head = await store.head()
  const counts = { live: 0, building: 0, givenUp: 0 }
  for (const { asOf, position, isGivenUp } of await standings(pool)) {
    // From a place of another log nothing can be counted, and nobody tries.
    if (asOf !== null && head !== null && !isOfLog(asOf, head)) continue
    counts[isGivenUp ? 'givenUp' : position === null ? 'building' : 'live'] += 1
  }
  return counts
}
