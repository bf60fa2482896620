import { hasTable } from '@tba/runtime/postgres/pool.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { type DatabasePool, sql } from 'slonik'
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
    'forget-completions': () => forget(pool, old.completions),
    'forget-repeated-requests': () => forget(pool, old.requests),
    'forget-console-uses': () => forget(pool, old.consoleUses),
    'forget-uploads': () => forgetUploads(deps),
    'sweep-pictures': () => sweepPictures(deps),
    'expire-sessions': () => expireSessions(deps),
    'expire-visits': () => expireVisits(deps),
    'erase-lost-requests': () => eraseLostRequests(deps),
    'forget-replays': () => removeExpiredReplays(deps),
    'sum-up-notices': () => sendNoticeSummaries(deps),
  }
}

/** Rows of a table, by its key, whose time is longer ago than this. */
type Old = { table: [schema: string, name: string]; key: string; time: string; age: string }

const old = {
  /** Needed only while the event is recent enough to be enqueued again, for example after a restore. */
  completions: { table: ['jobs', 'completions'], key: 'event_id', time: 'completed_at', age: '30 days' },
  /** A retry gets the same response for 24 hours. */
  requests: { table: ['command', 'idempotency'], key: 'key_hash', time: 'created_at', age: '24 hours' },
  /** Their sessions have ended: they last half a day at most. */
  consoleUses: { table: ['command', 'console_sessions'], key: 'sid', time: 'last_used_at', age: '1 day' },
} satisfies Record<string, Old>

async function forget(pool: DatabasePool, { table, age, ...names }: Old): Promise<void> {
  if (!(await hasTable(pool, table.join('.')))) return
  const [from, key, time] = [sql.identifier(table), sql.identifier([names.key]), sql.identifier([names.time])]
  const remove = sql.unsafe`
    delete from ${from} where ${key} in (
      select ${key} from ${from} where ${time} < now() - ${age}::interval limit ${batchSize})`
  while ((await pool.query(remove)).rowCount === batchSize);
}
