import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { dropFolded } from './folded-tables.ts'

/** A result is kept for a week. */
const keptFor = '7 days'
/** Some megabytes: readers of the log wait for a transaction that has written, so it has to be short. */
const batchSize = 10

const nothing = sql.type(z.unknown())

/** Removes the results that nobody can ask for any more, and what is left of replays that came to none. */
export async function forgetReplays({ pool }: { pool: DatabasePool }): Promise<void> {
  await removeUnwanted(pool)
  const old = sql.fragment`select id from jobs.replays where over_at < now() - ${keptFor}::interval`
  await removePieces(pool, old)
  await pool.query(nothing`delete from jobs.replays where id in (${old})`)
}

/** What was found by replays that came to no result, and the tables that any that is over has folded. */
export async function removeUnwanted(pool: DatabasePool): Promise<void> {
  await removePieces(pool, sql.fragment`select id from jobs.replays where over_at is not null and chunks = 0`)
  await dropFolded(pool)
}

/** A few pieces at a time. */
export async function removePieces(pool: DatabasePool, replays: FragmentSqlToken): Promise<void> {
  const pieces = nothing`
    delete from jobs.replay_chunks where (replay, number) in (
      select replay, number from jobs.replay_chunks where replay in (${replays}) limit ${batchSize})`
  while ((await pool.query(pieces)).rowCount === batchSize);
}
