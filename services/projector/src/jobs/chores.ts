import { type DatabasePool, sql } from 'slonik'
import { hasTable } from './has-table.ts'
import type { Chores } from './worker.ts'

export const hourMs = 3_600_000

/** A transaction that has written holds the log's readers back: none of these is long. */
const atOnce = 1_000

/** What is done by the clock rather than for an event. */
export function chores(pool: DatabasePool): Chores {
  return {
    'forget-sign-in-failures': () => forgetSignInFailures(pool),
    'forget-kept-promises': () => forgetKeptPromises(pool),
  }
}

/** They count for a day at most, and their keys name addresses. */
async function forgetSignInFailures(pool: DatabasePool): Promise<void> {
  if (!(await hasTable(pool, 'command.sign_in_failures'))) return
  await whileFull(async () => {
    const { rowCount } = await pool.query(sql.unsafe`
      delete from command.sign_in_failures where key in (
        select key from command.sign_in_failures
        where since < now() - interval '1 day' and blocked_until < now() limit ${atOnce})`)
    return rowCount
  })
}

/** Needed only as long as the event could come by again and still be fresh: after a restore, say. */
async function forgetKeptPromises(pool: DatabasePool): Promise<void> {
  await whileFull(async () => {
    const { rowCount } = await pool.query(sql.unsafe`
      delete from jobs.kept where event_id in (
        select event_id from jobs.kept where kept_at < now() - interval '30 days' limit ${atOnce})`)
    return rowCount
  })
}

async function whileFull(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) === atOnce);
}
