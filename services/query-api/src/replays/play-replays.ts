import { setTimeout as pause } from 'node:timers/promises'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { putResult } from '@tba/runtime/storage/replay-results.ts'
import { type DatabasePool, sql } from 'slonik'
import type { Copy } from '../analytics/copy/copy.ts'
import type { toHttpFailure } from '../analytics/failures.ts'
import { findReplays, type StoredReplay } from './stored-replays.ts'

type PlayerDeps = { pool: DatabasePool; copy: Copy; objects: Objects; onError: (error: unknown) => void }

const pollEveryMs = 500
/** Longer than for a browser, because no browser waits. */
const withinMs = 600_000

/**
 * Runs the replays that a worker of the projector started and left to the copy, until the signal aborts. Several processes
 * may run the same replay: their results are equal, and the first one is stored.
 */
export async function playReplays(playing: PlayerDeps, signal: AbortSignal): Promise<void> {
  const { pool, onError } = playing
  const waiting = sql.fragment`r.state = 'waiting' and r.asked -> 'mode' ->> 'kind' <> 'projection'`
  while (!signal.aborted) {
    const replays = await findReplays(pool, waiting, 100).catch(onError)
    const next = replays?.find(({ progress }) => progress?.isTaken && !progress.played)
    if (next) await play(playing, next).catch(onError)
    await pause(pollEveryMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function play(
  { pool, copy, objects, onError }: PlayerDeps,
  { id, asked, end }: StoredReplay,
): Promise<void> {
  const { mode, ...filter } = asked
  let outcome = { played: 'played', done: 0, found: 0, result: null as string | null }
  try {
    const options = { withinMs, ...(end !== null && { required: end }) }
    const { result, ...counts } = await copy.query('playReplay', { mode, filter, end }, options)
    outcome = { ...outcome, ...counts, result: result && (await putResult(objects, [result])) }
  } catch (error) {
    const { kind = 'error' } = error as Partial<ReturnType<typeof toHttpFailure>>
    const isTooLarge = kind === 'long' || kind === 'large'
    const isBroken = kind === 'error' || kind === 'invalid'
    // The copy is behind or busy. Retry.
    if (!isTooLarge && !isBroken) return
    if (isBroken) onError(error)
    outcome.played = isTooLarge ? 'tooLarge' : 'failed'
  }
  const { played, done, found, result } = outcome
  await pool.query(sql.unsafe`
    update jobs.replays set played = ${played}, done = ${done}, found = ${found}, result = ${result}
    where id = ${id} and over_at is null and played is null`)
}
