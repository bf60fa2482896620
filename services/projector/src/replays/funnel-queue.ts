import { setTimeout as pause } from 'node:timers/promises'
import type { Backend } from '@tba/runtime/jobs/backend.ts'
import { funnelCount, type funnelJob, funnelReplays, tooLarge } from '@tba/runtime/jobs/funnel-replays.ts'
import type { z } from 'zod'
import { type Opening, readyQueue } from '../jobs/queue.ts'
import { ReplayFailed } from './failure.ts'

export type FunnelQueue = {
  /** @throws {ReplayFailed} where it takes too much; what it is to be tried again for */
  count(replay: string, signal: AbortSignal): Promise<z.infer<typeof funnelCount>>
  close(): Promise<void>
}

const lookEveryMs = 100
const keptSeconds = 86_400

/** Has funnels counted where the analysts' copy of the log is. What is counted for a replay that died is found again. */
export async function openFunnelQueue(backend: Backend, opening: Opening): Promise<FunnelQueue> {
  const queue = await readyQueue(backend, funnelReplays, opening)
  // The queue of replays tries it again.
  const kept = { attempts: 1, removeOnComplete: { age: keptSeconds }, removeOnFail: { age: keptSeconds } }

  async function answer(replay: string, signal: AbortSignal) {
    await queue.add('count', { replay } satisfies z.infer<typeof funnelJob>, { ...kept, jobId: replay })
    for (;;) {
      // The state first: a job that was read before it was over has no result.
      const state = await queue.getJobState(replay)
      const job = await queue.getJob(replay)
      if (!job) throw new Error('the queue has lost a funnel')
      if (state === 'completed') return funnelCount.parse(job.returnvalue)
      if (state === 'failed' && job.failedReason === tooLarge)
        throw new ReplayFailed('tooLarge', 'counting takes more time or memory than is granted')
      if (state === 'failed') throw new Error(`a funnel could not be counted: ${job.failedReason}`)
      await pause(lookEveryMs, undefined, { signal })
    }
  }

  return {
    async count(replay, signal) {
      try {
        return await answer(replay, signal)
      } finally {
        // Where it is being counted, that ends by itself, and a day later it goes.
        if (!signal.aborted) await queue.remove(replay).catch(() => {})
      }
    },
    close: () => queue.close(),
  }
}
