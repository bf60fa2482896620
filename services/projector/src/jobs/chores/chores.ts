import { hasTable } from '@tba/runtime/postgres/pool.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { type DatabasePool, type QuerySqlToken, sql } from 'slonik'
import { type Notices, sendNoticeSummaries } from '../letters/send-notices.ts'
import type { Chores } from '../queue/worker.ts'
import { removeExpiredReplays } from '../replays/stored-replay.ts'
import { eraseLostRequests } from './erase-lost-requests.ts'
import { expireSessions, type Sessions } from './expire-sessions.ts'
import { expireVisits, type Retention } from './expire-visits.ts'
import { forgetUploads, sweepPictures, type Uploads } from './forget-uploads.ts'

export const hourMs = 3_600_000

/** Rows per transaction. Readers of the log wait for a writing transaction, so it has to be short. */
const batchSize = 1_000

/** The jobs that run every hour. */
export function chores(deps: Sessions & Uploads & Retention & Notices & { objects: Objects }): Chores {
  const { pool } = deps
  return {
    'forget-completions': () => forgetCompletions(pool),
    'forget-repeated-requests': () => forgetRepeatedRequests(pool),
    'forget-console-uses': () => forgetConsoleUses(pool),
    'forget-uploads': () => forgetUploads(deps),
    'sweep-pictures': () => sweepPictures(deps),
    'expire-sessions': () => expireSessions(deps),
    'expire-visits': () => expireVisits(deps),
    'erase-lost-requests': () => eraseLostRequests(deps),
    'forget-replays': () => removeExpiredReplays(deps),
    'sum-up-notices': () => sendNoticeSummaries(deps),
  }
}

/** Needed only while the event is recent enough to be enqueued again, for example after a restore. */
async function forgetCompletions(pool: DatabasePool): Promise<void> {
  await whileFull(
    pool,
    sql.unsafe`
      delete from jobs.completions where event_id in (
        select event_id from jobs.completions where completed_at < now() - interval '30 days' limit ${batchSize})`,
  )
}

/** A retry gets the same response for 24 hours. */
async function forgetRepeatedRequests(pool: DatabasePool): Promise<void> {
  if (!(await hasTable(pool, 'command.idempotency'))) return
  await whileFull(
    pool,
    sql.unsafe`
      delete from command.idempotency where key_hash in (
        select key_hash from command.idempotency where created_at < now() - interval '24 hours' limit ${batchSize})`,
  )
}

/** Their sessions have ended: they last half a day at most. */
async function forgetConsoleUses(pool: DatabasePool): Promise<void> {
  if (!(await hasTable(pool, 'command.console_sessions'))) return
  await whileFull(
    pool,
    sql.unsafe`
      delete from command.console_sessions where sid in (
        select sid from command.console_sessions where last_used_at < now() - interval '1 day' limit ${batchSize})`,
  )
}

async function whileFull(pool: DatabasePool, remove: QuerySqlToken): Promise<void> {
  while ((await pool.query(remove)).rowCount === batchSize);
}
