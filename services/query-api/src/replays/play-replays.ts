import { setTimeout as pause } from 'node:timers/promises'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { putResult } from '@tba/runtime/storage/replay-results.ts'
import { type DatabasePool, sql } from 'slonik'
import type { Copy } from '../analytics/copy.ts'
import type { failureOf } from '../analytics/failures.ts'
import { findReplays, type StoredReplay } from './stored-replays.ts'

type Playing = { pool: DatabasePool; copy: Copy; objects: Objects; onError: (error: unknown) => void }

const lookEveryMs = 500
/** No browser waits for it. */
const withinMs = 600_000

/**
 * Plays the replays that a worker of the projector has begun and leaves to the copy, until the signal aborts. Of several
 * processes each may play one: they come to the same, and the first one writes.
 */
export async function playReplays(playing: Playing, signal: AbortSignal): Promise<void> {
  const { pool, onError } = playing
  const waiting = sql.fragment`r.state = 'waiting' and r.asked -> 'mode' ->> 'kind' <> 'projection'`
  while (!signal.aborted) {
    const replays = await findReplays(pool, waiting, 100).catch(onError)
    const next = replays?.find(({ progress }) => progress?.isTaken && !progress.played)
    if (next) await play(playing, next).catch(onError)
    await pause(lookEveryMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function play(
  { pool, copy, objects, onError }: Playing,
  { id, asked, end }: StoredReplay,
): Promise<void> {
  const { mode, ...filter } = asked
  let outcome = { played: 'played', done: 0, found: 0, result: null as string | null }
  try {
    const options = { withinMs, ...(end !== null && { must: end }) }
    const { result, ...counts } = await copy.ask('playReplay', { mode, filter, end }, options)
    outcome = { ...outcome, ...counts, result: result && (await putResult(objects, [result])) }
  } catch (error) {
    const { kind = 'error' } = error as Partial<ReturnType<typeof failureOf>>
    const isTooLarge = kind === 'long' || kind === 'large'
    const isBroken = kind === 'error' || kind === 'invalid'
    // The copy is not that far, or has no time: it is asked again.
    if (!isTooLarge && !isBroken) return
    if (isBroken) onError(error)
    outcome.played = isTooLarge ? 'tooLarge' : 'failed'
  }
  const { played, done, found, result } = outcome
  await pool.query(sql.unsafe`
    update jobs.replays set played = ${played}, done = ${done}, found = ${found}, result = ${result}
    where id = ${id} and over_at is null and played is null`)
}
