import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { type DatabasePool, sql } from 'slonik'
import type { EventOf } from '../engine/projection.ts'
import { removePieces } from './forget-replays.ts'
import { type Taken, taken } from './taken.ts'

/**
 * Replays go into a table in which the one worker looks, and not into the queue of the other jobs: one may take an hour,
 * and no letter is to wait behind it.
 */
export async function replayAsked(
  { pool, log }: { pool: DatabasePool; log: EventLog },
  { stream, position }: EventOf<'ReplayRequested'>,
): Promise<void> {
  const id = idOf(stream)
  const { state } = await load(log, 'replay', id)
  if (state.status !== 'asked') return
  await pool.query(sql.unsafe`
    insert into jobs.replays (id, asked_at) values (${id}, ${position}) on conflict (id) do nothing`)
}

/** The one that has waited longest is this worker's from here on: nothing that an earlier one has under way commits. */
export function takeNext(pool: DatabasePool): Promise<Taken | null> {
  return pool.maybeOne(sql.type(taken)`
    update jobs.replays set epoch = epoch + 1, tries = tries + 1, rate = 0
    where id = (select id from jobs.replays where over_at is null order by asked_at limit 1)
    returning id, epoch, tries, position, done, total, found, chunks`)
}

/** Whoever stops in order has not died of it. */
export async function forgive(pool: DatabasePool, { id, epoch }: Taken): Promise<void> {
  await pool.query(
    sql.unsafe`update jobs.replays set tries = 0, rate = 0 where id = ${id} and epoch = ${epoch}`,
  )
}

export async function tellTotal(
  pool: DatabasePool,
  { id, epoch }: Taken,
  total: number | null,
): Promise<void> {
  await pool.query(sql.unsafe`update jobs.replays set total = ${total} where id = ${id} and epoch = ${epoch}`)
}

const its = ({ id, epoch }: Taken) =>
  sql.fragment`select id from jobs.replays where id = ${id} and epoch = ${epoch} and over_at is null`

/** From the beginning of the log again, as if nothing had been found. */
export async function beginAgain(pool: DatabasePool, taken: Taken): Promise<void> {
  await pool.query(sql.unsafe`
    update jobs.replays set position = '', done = 0, found = 0, chunks = 0 where id in (${its(taken)})`)
  await clearPieces(pool, taken)
}

/** Goes on with what was gathered, and finds its result anew. */
export async function findAgain(pool: DatabasePool, taken: Taken): Promise<void> {
  await pool.query(sql.unsafe`update jobs.replays set found = 0, chunks = 0 where id in (${its(taken)})`)
  await removePieces(pool, its(taken), sql.fragment`number >= 0`)
}

/** What a worker has left that was broken off while it cleared them. */
export const clearPieces = (pool: DatabasePool, taken: Taken): Promise<void> => removePieces(pool, its(taken))

/**
 * The result, where there is one, stays for a while. Of what is no result `chunks` is none from here on, and its pieces go
 * afterwards. @returns whether it was this worker's to end
 */
export async function closeReplay(
  pool: DatabasePool,
  { id, epoch }: Taken,
  isResult: boolean,
): Promise<boolean> {
  const { rowCount } = await pool.query(sql.unsafe`
    update jobs.replays set over_at = now(), rate = 0, chunks = case when ${isResult} then chunks else 0 end
    where id = ${id} and epoch = ${epoch} and over_at is null`)
  return rowCount > 0
}
