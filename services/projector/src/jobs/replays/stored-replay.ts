import type { Position } from '@tba/event-store/port.ts'
import { Fenced, type HeldReplay } from '@tba/runtime/jobs/held-replay.ts'
import { replayResultsFolder } from '@tba/runtime/storage/replay-results.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { rate } from '../../engine/commit/rate.ts'
import type { Connection } from '../../engine/database/connection.ts'
import type { PolicyDeps } from '../deps.ts'

/** The progress of a replay. */
export type Progress = {
  position: Position
  done: number
  found: number
  /** What its tables are made of up to there; absent: unchanged. */
  folded?: string | null
}

/** Stores the progress. @throws {Fenced} {ReplayFailed} */
export type StoreProgress = (to: Progress) => Promise<void>

const text = `
  update jobs.replays set position = $3, done = $4, found = $5, rate = $6, moved_at = now(),
    folded = coalesce($7, folded), tries = case when $3 > position then 0 else tries end
  where id = $1 and epoch = $2 and over_at is null returning 1`

/** @param assertRoom throws if the disk is nearly full */
export function progressOf(connection: Connection, held: HeldReplay, assertRoom: () => void): StoreProgress {
  const { id, epoch } = held
  const measured = rate()
  let before = held.done
  return async ({ position, done, found, folded = null }) => {
    assertRoom()
    const count = Math.max(0, done - before)
    const values = [id, epoch, position, done, found, measured(count), folded]
    const moved = await connection.query({ name: 'move replay', text, values })
    if (moved.length === 0) throw new Fenced('another process has this replay')
    before = done
  }
}

/** Removes expired replays. A result is older than the end of its replay, so it stays a day longer. */
export async function removeExpiredReplays({ pool, objects }: Pick<PolicyDeps, 'pool' | 'objects'>) {
  await dropReplaySchemas(pool)
  await pool.query(sql.unsafe`delete from jobs.replays where over_at < now() - interval '7 days'`)
  await objects.removeAll(replayResultsFolder, new Date(Date.now() - 8 * 86_400_000))
}

/** The schema in which a replay folds a projection. It outlives the worker. */
export const schemaOf = (id: string) => `replayed_${id.replaceAll('-', '')}`

export async function dropReplaySchemas(pool: DatabasePool): Promise<void> {
  const unwanted = await pool.anyFirst(sql.type(z.object({ schema: z.string() }))`
    select nspname::text as schema from pg_catalog.pg_namespace
    where nspname ~ '^replayed_[0-9a-f]{32}$' and not exists (
      select from jobs.replays where over_at is null and 'replayed_' || replace(id::text, '-', '') = nspname)`)
  for (const schema of unwanted)
    await pool.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
}
