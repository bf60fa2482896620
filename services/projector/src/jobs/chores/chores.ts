import { type DatabasePool, type QuerySqlToken, sql } from 'slonik'
import { hasTable } from '../has-table.ts'
import type { Chores } from '../worker.ts'
import { expireSessions, type Sessions } from './expire-sessions.ts'
import { forgetUploads, type Uploads } from './forget-uploads.ts'

export const hourMs = 3_600_000

/** A transaction that has written holds the log's readers back: none of these is long. */
const atOnce = 1_000

/** What is done by the clock rather than for an event. */
export function chores(deps: Sessions & Uploads): Chores {
  const { pool } = deps
  return {
    'forget-sign-in-failures': () => forgetSignInFailures(pool),
    'forget-kept-promises': () => forgetKeptPromises(pool),
    'forget-repeated-requests': () => forgetRepeatedRequests(pool),
    'forget-uploads': () => forgetUploads(deps),
    'expire-sessions': () => expireSessions(deps),
  }
}

/** They count for a day at most, and their keys name addresses. */
async function forgetSignInFailures(pool: DatabasePool): Promise<void> {
  if (!(await hasTable(pool, 'command.sign_in_failures'))) return
  await whileFull(
    pool,
    sql.unsafe`
      delete from command.sign_in_failures where key in (
        select key from command.sign_in_failures
        where since < now() - interval '1 day' and blocked_until < now() limit ${atOnce})`,
  )
}

/** Needed only as long as the event could come by again and still be fresh: after a restore, say. */
async function forgetKeptPromises(pool: DatabasePool): Promise<void> {
  await whileFull(
    pool,
    sql.unsafe`
      delete from jobs.kept where event_id in (
        select event_id from jobs.kept where kept_at < now() - interval '30 days' limit ${atOnce})`,
  )
}

/** For as long as that a repeat is answered as the first time. */
async function forgetRepeatedRequests(pool: DatabasePool): Promise<void> {
  if (!(await hasTable(pool, 'command.idempotency'))) return
  await whileFull(
    pool,
    sql.unsafe`
      delete from command.idempotency where key_hash in (
        select key_hash from command.idempotency where created_at < now() - interval '24 hours' limit ${atOnce})`,
  )
}

async function whileFull(pool: DatabasePool, remove: QuerySqlToken): Promise<void> {
  while ((await pool.query(remove)).rowCount === atOnce);
}
