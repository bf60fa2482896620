import { hasTable } from '@tba/runtime/postgres/has-table.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { type DatabasePool, type QuerySqlToken, sql } from 'slonik'
import { forgetReplays } from '../../replays/stored-replay.ts'
import { type Notices, sumUpNotices } from '../notices.ts'
import type { Chores } from '../worker.ts'
import { expireSessions, type Sessions } from './expire-sessions.ts'
import { expireVisits, type Retention } from './expire-visits.ts'
import { forgetUploads, type Uploads } from './forget-uploads.ts'

export const hourMs = 3_600_000

/** Rows deleted by one transaction. Readers of the log wait for a transaction that has written, so it has to be short. */
const batchSize = 1_000

/** What is done every hour, not because of an event. */
export function chores(deps: Sessions & Uploads & Retention & Notices & { objects: Objects }): Chores {
  const { pool } = deps
  return {
    'forget-completions': () => forgetCompletions(pool),
    'forget-repeated-requests': () => forgetRepeatedRequests(pool),
    'forget-uploads': () => forgetUploads(deps),
    'expire-sessions': () => expireSessions(deps),
    'expire-visits': () => expireVisits(deps),
    'forget-replays': () => forgetReplays(deps),
    'sum-up-notices': () => sumUpNotices(deps),
  }
}

/** Needed only while the event is fresh enough to be enqueued again, after a restore for example. */
async function forgetCompletions(pool: DatabasePool): Promise<void> {
  await whileFull(
    pool,
    sql.unsafe`
      delete from jobs.completions where event_id in (
        select event_id from jobs.completions where completed_at < now() - interval '30 days' limit ${batchSize})`,
  )
}

/** A repeated request is answered like the first one for 24 hours. */
async function forgetRepeatedRequests(pool: DatabasePool): Promise<void> {
  if (!(await hasTable(pool, 'command.idempotency'))) return
  await whileFull(
    pool,
    sql.unsafe`
      delete from command.idempotency where key_hash in (
        select key_hash from command.idempotency where created_at < now() - interval '24 hours' limit ${batchSize})`,
  )
}

async function whileFull(pool: DatabasePool, remove: QuerySqlToken): Promise<void> {
  while ((await pool.query(remove)).rowCount === batchSize);
}
