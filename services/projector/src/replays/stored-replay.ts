import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { EventOf } from '../engine/projection.ts'
import type { PolicyDeps } from '../jobs/deps.ts'
import { type Taken, taken } from './deps.ts'
import { removePieces } from './forget-replays.ts'

type Asking = Pick<PolicyDeps, 'pool' | 'log' | 'replays'>

/** The row says how far a replay is, and outlives the queue; the queue says whose turn it is. */
export async function replayAsked(
  { pool, log, replays }: Asking,
  { stream, position }: EventOf<'ReplayRequested'>,
): Promise<void> {
  const id = idOf(stream)
  const { state } = await load(log, 'replay', id)
  if (state.status !== 'asked') return
  await pool.query(sql.unsafe`
    insert into jobs.replays (id, asked_at) values (${id}, ${position}) on conflict (id) do nothing`)
  await replays.add(id)
}

/** Those that are not over, in the order in which they were asked for. */
export function openReplays(pool: DatabasePool): Promise<readonly string[]> {
  return pool.anyFirst(sql.type(z.object({ id: z.uuid() }))`
    select id from jobs.replays where over_at is null order by asked_at`)
}

/** It is this worker's from here on: nothing that an earlier one has under way commits. @returns null: it is over */
export function takeReplay(pool: DatabasePool, id: string): Promise<Taken | null> {
  return pool.maybeOne(sql.type(taken)`
    update jobs.replays set epoch = epoch + 1, tries = tries + 1, rate = 0
    where id = ${id} and over_at is null returning id, epoch, tries, position, done, found, chunks`)
}

/** A process that stops in order has not died of it. */
export async function forgive(pool: DatabasePool, { id, epoch }: Taken): Promise<void> {
  await pool.query(
    sql.unsafe`update jobs.replays set tries = 0, rate = 0 where id = ${id} and epoch = ${epoch}`,
  )
}

const its = ({ id, epoch }: Taken) =>
  sql.fragment`select id from jobs.replays where id = ${id} and epoch = ${epoch} and over_at is null`

/** Whether no other worker has taken it since. */
export function isHeldBy(pool: DatabasePool, taken: Taken): Promise<boolean> {
  return pool.exists(sql.unsafe`${its(taken)}`)
}

/** From the beginning of the log again, as if nothing had been found. */
export async function beginAgain(pool: DatabasePool, taken: Taken): Promise<void> {
  await pool.query(sql.unsafe`
    update jobs.replays set position = '', done = 0, found = 0, chunks = 0 where id in (${its(taken)})`)
  await clearPieces(pool, taken)
}

/** Goes on with the tables that were folded, and finds its result again. */
export async function findAgain(pool: DatabasePool, taken: Taken): Promise<void> {
  await pool.query(sql.unsafe`update jobs.replays set found = 0, chunks = 0 where id in (${its(taken)})`)
  await clearPieces(pool, taken)
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
