import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import type { ReplayFailure } from '@tba/events/replays/events.ts'
import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { replayResultsFolder } from '@tba/runtime/storage/replay-results.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Connection } from '../engine/commit/connection.ts'
import { rate } from '../engine/follow/rate.ts'
import type { EventOf } from '../engine/projection.ts'
import type { PolicyDeps } from '../jobs/deps.ts'

/** The row of a replay holds its progress, and outlives the queue. The queue decides who runs it. */

const claimedRow = z.object({
  id: z.uuid(),
  epoch: z.int(),
  tries: z.int(),
  position: z.string().transform(text => text as Position),
  done: z.int(),
  folded: z.string().nullable(),
})
/** A replay that a worker has taken, with its last progress. */
export type Claimed = z.infer<typeof claimedRow>

export async function queueReplay(
  { pool, log, replays }: Pick<PolicyDeps, 'pool' | 'log' | 'replays'>,
  { stream, position }: EventOf<'ReplayRequested'>,
): Promise<void> {
  const id = idOf(stream)
  if ((await load(log, 'replay', id)).state.status !== 'asked') return
  await pool.query(sql.unsafe`
    insert into jobs.replays (id, asked_at) values (${id}, ${position}) on conflict (id) do nothing`)
  await replays.add(id)
}

/** The replays that have not ended, in order of request. */
export function openReplays(pool: DatabasePool): Promise<readonly string[]> {
  return pool.anyFirst(sql.type(z.object({ id: z.uuid() }))`
    select id from jobs.replays where over_at is null order by asked_at`)
}

/** Takes over the replay: an earlier worker can no longer commit. @returns null if it has ended */
export function claimReplay(pool: DatabasePool, id: string): Promise<Claimed | null> {
  return pool.maybeOne(sql.type(claimedRow)`
    update jobs.replays set epoch = epoch + 1, tries = tries + 1, rate = 0, played = nullif(played, 'failed')
    where id = ${id} and over_at is null
    returning id, epoch, tries, position, done::float8, folded`)
}

/** A replay failed for this reason. */
export class ReplayFailed extends Error {
  override readonly name = 'ReplayFailed'
  readonly reason: ReplayFailure
  constructor(reason: ReplayFailure) {
    super(reason)
    this.reason = reason
  }
}

/** Another worker has taken the replay, or it has ended: this worker's result is not written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** The progress of a replay. */
export type Progress = {
  position: Position
  done: number
  found: number
  /** What its tables are made of up to there; absent: unchanged. */
  folded?: string | null
  /** The key of its lines, at the end. */
  result?: string
}

/** Stores the progress. @throws {Fenced} {ReplayFailed} */
export type StoreProgress = (to: Progress) => Promise<void>

const text = `
  update jobs.replays set position = $3, done = $4, found = $5, rate = $6, moved_at = now(),
    folded = coalesce($7, folded), result = coalesce($8, result), tries = case when $3 > position then 0 else tries end
  where id = $1 and epoch = $2 and over_at is null returning 1`

/** @param assertRoom throws if the disk is nearly full */
export function progressOf(connection: Connection, claimed: Claimed, assertRoom: () => void): StoreProgress {
  const { id, epoch } = claimed
  const measured = rate()
  let before = claimed.done
  return async ({ position, done, found, folded = null, result = null }) => {
    assertRoom()
    const count = Math.max(0, done - before)
    const values = [id, epoch, position, done, found, measured(count), folded, result]
    const moved = await connection.query({ name: 'move replay', text, values })
    if (moved.length === 0) throw new Fenced('another worker has this replay')
    before = done
  }
}

const claimedBy = ({ id, epoch }: Claimed) =>
  sql.fragment`id = ${id} and epoch = ${epoch} and over_at is null`

/** Whether no other worker has taken it. */
export function isHeldBy(pool: DatabasePool, claimed: Claimed): Promise<boolean> {
  return pool.exists(sql.unsafe`select from jobs.replays where ${claimedBy(claimed)}`)
}

/** A process that stops in order was not killed by it. */
export async function resetTries(pool: DatabasePool, claimed: Claimed): Promise<void> {
  await pool.query(sql.unsafe`update jobs.replays set tries = 0, rate = 0 where ${claimedBy(claimed)}`)
}

const pollMs = 100
const outcome = z.object({
  played: z.enum(['played', 'tooLarge', 'failed']).nullable(),
  done: z.int(),
  found: z.int(),
})

/**
 * Waits until a query-api, which has the analytics copy, has run a taken replay. The result of a dead worker's run is used.
 * @throws {ReplayFailed} it is too large
 */
export async function awaitQueryApi(
  pool: DatabasePool,
  { id }: Claimed,
  signal: AbortSignal,
): Promise<{ done: number; found: number }> {
  for (;;) {
    const { played, ...counts } = await pool.one(sql.type(outcome)`
      select played, done::float8, found::float8 from jobs.replays where id = ${id}`)
    if (played === 'played') return counts
    if (played === 'tooLarge') throw new ReplayFailed('tooLarge')
    if (played === 'failed') throw new Error('a replay could not be played')
    await pause(pollMs, undefined, { signal })
  }
}

/** Keeps a result for a week. @returns whether this worker was still the owner */
export async function closeReplay(pool: DatabasePool, claimed: Claimed, isResult: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(sql.unsafe`
    update jobs.replays set over_at = now(), rate = 0, result = case when ${isResult} then result end
    where ${claimedBy(claimed)}`)
  return rowCount > 0
}

/** Removes expired replays. A result is older than the end of its replay, so it stays a day longer. */
export async function removeExpiredReplays({
  pool,
  objects,
}: Pick<PolicyDeps, 'pool' | 'objects'>): Promise<void> {
  await dropReplaySchemas(pool)
  await pool.query(sql.unsafe`delete from jobs.replays where over_at < now() - interval '7 days'`)
  await objects.removeAll(replayResultsFolder, new Date(Date.now() - 8 * 86_400_000))
}

/** The schema in which a replay folds a projection. It outlives the worker. */
export const schemaOf = (id: string) => `replayed_${id.replaceAll('-', '')}`

/** Drops the schemas of ended replays. */
export async function dropReplaySchemas(pool: DatabasePool): Promise<void> {
  const unwanted = await pool.anyFirst(sql.type(z.object({ schema: z.string() }))`
    select nspname::text as schema from pg_catalog.pg_namespace
    where nspname ~ '^replayed_[0-9a-f]{32}$' and not exists (
      select from jobs.replays where over_at is null and 'replayed_' || replace(id::text, '-', '') = nspname)`)
  for (const schema of unwanted)
    await pool.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
}
