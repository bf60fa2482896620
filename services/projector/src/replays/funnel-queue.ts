import { setTimeout as pause } from 'node:timers/promises'
import type { Backend } from '@tba/runtime/jobs/backend.ts'
import { type FunnelCount, funnelCount, funnelReplays } from '@tba/runtime/jobs/funnel-replays.ts'
import { type Opening, readyQueue } from '../jobs/queue.ts'
import { ReplayFailed } from './failure.ts'

export type FunnelQueue = {
  /** @throws {ReplayFailed} where it takes too much; what it is to be tried again for */
  count(replay: string, signal: AbortSignal): Promise<FunnelCount>
  close(): Promise<void>
}

const lookEveryMs = 100
/** For a day, whoever goes on with a replay that died finds what was counted. The queue of replays tries it again. */
const options = { attempts: 1, removeOnComplete: { age: 86_400 }, removeOnFail: true }

/** Has funnels counted where the analysts' copy of the log is. */
export async function openFunnelQueue(backend: Backend, opening: Opening): Promise<FunnelQueue> {
  const queue = await readyQueue(backend, funnelReplays, opening)
  return {
    async count(replay, signal) {
      await queue.add('count', {}, { ...options, jobId: replay })
      for (;;) {
        const job = await queue.getJob(replay)
        if (!job) throw new Error('a funnel could not be counted')
        const counted = job.returnvalue && funnelCount.parse(job.returnvalue)
        if (counted === 'tooLarge')
          throw new ReplayFailed('tooLarge', 'counting takes more time or memory than is granted')
        if (counted) return counted
        await pause(lookEveryMs, undefined, { signal })
      }
    },
    close: () => queue.close(),
  }
}
