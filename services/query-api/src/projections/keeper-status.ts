import { isOfLog } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import type { KeeperStatus } from '@tba/events/projections/views.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { stillSeconds } from './status.ts'

const saved = z.object({
  /** From where it looks at the log, if not from its end. */
  asOf: z.string().nullable(),
  savedSeconds: z.number(),
  /** Null where it is not counted on. */
  position: z.string().nullable(),
  /** Since it moved, by the database’s clock. */
  idleSeconds: z.number().nullable(),
  isGivenUp: z.boolean(),
})
export type SavedStanding = z.infer<typeof saved>

const keeping = z.object({
  /** Whether an instance counts. */
  isLed: z.boolean(),
  /** How far the history is, behind which nothing is counted. */
  history: z.string().nullable(),
  saved: z.array(saved),
})
export type StoredKeeping = z.infer<typeof keeping>

/** What there is of saved funnels; null where none is, or where this projector keeps none. */
export async function storedKeeping(pool: DatabasePool): Promise<StoredKeeping | null> {
  const there = z.object({ isThere: z.boolean() })
  const { isThere } = await pool.one(sql.prepared('keeping-there', there)`
    select to_regclass('funnels.keeping') is not null and to_regclass('read.funnels') is not null as "isThere"`)
  if (!isThere) return null
  const stored = await pool.one(sql.prepared('keeping', keeping)`
    select exists (
        select from pg_catalog.pg_locks
        where locktype = 'advisory' and objsubid = 1 and granted and mode = 'ExclusiveLock'
          and database = (select oid from pg_catalog.pg_database where datname = current_database())
          and ((classid::bigint << 32) | objid::bigint) = hashtextextended('projector:saved funnels', 0)
      ) as "isLed",
      (select position from projector.checkpoints where projection = 'history') as history,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'asOf', f.definition -> 'asOf', 'savedSeconds', extract(epoch from now() - f."savedAt"),
          'position', case when k.counted is not null then k.position end,
          'idleSeconds', extract(epoch from now() - k.updated_at),
          'isGivenUp', coalesce(k.counted is null and to_jsonb(k) ->> 'given_up_at' is not null, false)
        )), '[]') from read.funnels f left join funnels.keeping k on k.funnel = f.id) as saved`)
  return stored.saved.length === 0 ? null : stored
}

/** @param lagSince how old the first event behind a position is */
export async function keeperStatusOf(
  { isLed, history, saved }: StoredKeeping,
  lagSince: (position: Position) => Promise<number>,
): Promise<KeeperStatus> {
  // From a place of another log nothing can be counted, and nobody tries.
  const counting = saved.filter(({ asOf }) => !asOf || !history || isOfLog(asOf, history as Position))
  const kept = counting.filter(({ position }) => position !== null)
  const [slowest] = kept.toSorted((one, other) => ((one.position ?? '') < (other.position ?? '') ? -1 : 1))
  const position = (slowest?.position ?? null) as Position | null
  const lagMs = position === null ? 0 : await lagSince(position)
  const givenUp = counting.filter(({ isGivenUp }) => isGivenUp).length
  const building = counting.length - kept.length - givenUp
  const isStill = (slowest?.idleSeconds ?? 0) > stillSeconds && lagMs > stillSeconds * 1_000
  // Who was to count the first one may be about to begin.
  const isLeft = !isLed && saved.some(({ savedSeconds }) => savedSeconds > stillSeconds)
  return {
    state: isStill || isLeft ? 'still' : building > 0 ? 'building' : 'live',
    ...{ position, lagMs, funnels: { live: kept.length, building, givenUp } },
  }
}
