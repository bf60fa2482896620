import type { Replay } from '@tba/events/replays/views.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { storedPosition } from '../log/position.ts'
import { hasTable } from '../postgres/pool.ts'

const heldReplay = z.object({
  id: z.uuid(),
  epoch: z.int(),
  tries: z.int(),
  position: storedPosition,
  done: z.int(),
  folded: z.string().nullable(),
})
/** A replay that this process has taken, with the last progress of an earlier process. Its row in `jobs.replays` stores both. */
export type HeldReplay = z.infer<typeof heldReplay>

/** The number of events read, and of events or rows in the result. `result`: the key of its lines. */
export type ReplayOutcome = { done: number; found: number; result: string | null }

/** Another process has taken the replay, or it has ended: this process writes nothing any more. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** A process without a heartbeat for this long counts as dead. */
const isSilent = sql.fragment`moved_at < now() - interval '30 seconds'`

/**
 * Takes the oldest waiting replay of these kinds, unless a living process has it: so one runs at a time. An earlier process
 * can no longer write.
 */
export async function claimReplay(pool: DatabasePool, kinds: readonly Replay['mode']['kind'][]) {
  // The projector creates both, perhaps later.
  for (const table of ['jobs.replays', 'read.replays']) if (!(await hasTable(pool, table))) return null
  return pool.maybeOne(sql.type(heldReplay)`
    insert into jobs.replays as held (id, asked_at, epoch, tries)
    select id, position, 1, 1 from (
      select r.id, r.position, h.moved_at from read.replays r left join jobs.replays h on h.id = r.id
      where r.state = 'waiting' and r."requestedAt" > now() - interval '7 days' and h.over_at is null
        and r.asked -> 'mode' ->> 'kind' = any(${sql.array([...kinds], 'text')})
      order by r.position limit 1) oldest
    where moved_at is null or ${isSilent}
    on conflict (id) do update set epoch = held.epoch + 1, tries = held.tries + 1, rate = 0, moved_at = now()
      where held.over_at is null and held.${isSilent}
    returning id, epoch, tries, position, done::float8, folded`)
}

/** @throws {Fenced} */
async function change(pool: DatabasePool, { id, epoch }: HeldReplay, set: FragmentSqlToken): Promise<void> {
  const { rowCount } = await pool.query(sql.unsafe`
    update jobs.replays set ${set} where id = ${id} and epoch = ${epoch} and over_at is null`)
  if (rowCount === 0) throw new Fenced('another process has this replay')
}

/** The heartbeat. @throws {Fenced} */
export const keepReplay = (pool: DatabasePool, held: HeldReplay) =>
  change(pool, held, sql.fragment`moved_at = now()`)

/** @throws {Fenced} */
export const storeOutcome = (pool: DatabasePool, held: HeldReplay, { done, found, result }: ReplayOutcome) =>
  change(pool, held, sql.fragment`moved_at = now(), done = ${done}, found = ${found}, result = ${result}`)

/** Another process may take it at once, and this one does not count as a try. @throws {Fenced} */
export const releaseReplay = (pool: DatabasePool, held: HeldReplay) =>
  change(pool, held, sql.fragment`moved_at = to_timestamp(0), tries = 0, rate = 0`)

/** A result is kept for a week. @throws {Fenced} */
export const closeReplay = (pool: DatabasePool, held: HeldReplay, isResult: boolean) =>
  change(pool, held, sql.fragment`over_at = now(), rate = 0, result = case when ${isResult} then result end`)
