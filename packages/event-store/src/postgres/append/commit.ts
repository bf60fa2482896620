import { setTimeout as pause } from 'node:timers/promises'
import type { CheckedAppend } from '../../check-append.ts'
import { type AppendResult, StoreUnavailable } from '../../port.ts'
import { isDown, isLostRace } from '../failures.ts'
import type { Retries } from '../limits.ts'
import type { CommitBatch } from './batcher.ts'

type Batch = readonly CheckedAppend[]
type Results = (AppendResult | Error)[]
/** One transaction. Rejects if nothing was written, or with StoreUnavailable if the outcome is unknown. */
export type Write = (batch: Batch) => Promise<Results>

/**
 * Retries what can succeed in a new transaction. Every attempt has the same event ids. So the log recognises an earlier
 * attempt that was written, and an unknown outcome can be retried.
 */
export function committer(write: Write, bounds: Retries): CommitBatch {
  async function commit(batch: Batch): Promise<Results> {
    try {
      return await withRetries(batch)
    } catch (error) {
      if (batch.length === 1 || error instanceof StoreUnavailable) return batch.map(() => finalError(error))
    }
    // One append keeps failing. Halving finds it, so that the others succeed.
    const middle = Math.ceil(batch.length / 2)
    const first = await commit(batch.slice(0, middle))
    const rest = batch.slice(middle)
    const outage = first.find(isDown)
    return [...first, ...(outage ? rest.map(() => outage) : await commit(rest))]
  }

  async function withRetries(batch: Batch): Promise<Results> {
    const deadline = performance.now() + bounds.giveUpAfterMs
    const lostRacesAllowed = batch.length > 1 ? bounds.lostRacesTogether : bounds.lostRacesAlone
    let lostRaces = 0
    let outages = 0
    for (;;) {
      try {
        return await write(batch)
      } catch (error) {
        if (performance.now() > deadline) throw error
        if (isLostRace(error) && lostRaces++ < lostRacesAllowed) continue
        if (!(error instanceof StoreUnavailable) || outages === bounds.outages) throw error
        await pause(bounds.firstPauseMs * 2 ** outages++)
      }
    }
  }

  return commit
}

function finalError(error: unknown): Error {
  if (isLostRace(error))
    return new StoreUnavailable('the stream is contended: every attempt lost', { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}
