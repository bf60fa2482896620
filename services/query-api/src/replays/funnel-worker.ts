import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { backendOf, type Wiring } from '@tba/runtime/jobs/backend.ts'
import { type funnelCount, funnelReplays } from '@tba/runtime/jobs/funnel-replays.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { within } from '@tba/runtime/within.ts'
import { DelayedError, type Job, Worker } from 'bullmq'
import type { z } from 'zod'
import type { Copy } from '../analytics/copy.ts'
import { kindOf } from '../analytics/failures.ts'

type Answering = { copy: Copy; log: EventLog; onError: (error: unknown) => void }

const retryMs = 2_000
const closeWithinMs = 5_000
/** No browser waits for it. */
const countWithinMs = 600_000

/** Counts the funnels of replays, one at a time, until it is closed. What fails to open is tried again. */
export function answerFunnelReplays(wiring: Wiring, answering: Answering): { close(): Promise<void> } {
  const backend = backendOf(wiring, { applicationName: 'query-api jobs', max: 3 })
  const stopping = new AbortController()
  const { signal } = stopping

  async function opened(): Promise<Worker | null> {
    while (!signal.aborted) {
      try {
        await backend.prepare()
        const worker = new Worker(
          funnelReplays,
          (job, token) => count(answering, job, token),
          { connection: {}, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000 },
          backend.factory,
        )
        worker.on('error', answering.onError)
        return worker as unknown as Worker
      } catch (error) {
        answering.onError(error)
        await pause(retryMs, undefined, { signal }).catch(() => {})
      }
    }
    return null
  }

  const opening = opened()
  return {
    async close() {
      stopping.abort()
      await within(
        closeWithinMs,
        opening.then(worker => worker?.close()),
        () => {},
      )
      await backend.close()
    },
  }
}

/** @returns null where nobody waits for it any more */
async function count(
  { copy, log, onError }: Answering,
  job: Job,
  token: string | undefined,
): Promise<z.infer<typeof funnelCount> | null> {
  const { state } = await load(log, 'replay', String(job.id))
  if (state.status !== 'asked' || state.replay?.mode.kind !== 'funnel') return null
  const { mode, end, ...bounds } = state.replay
  const definition = mode.definition as unknown as FunnelDefinition
  try {
    const must = end === null ? {} : { must: end as Position }
    return await copy.ask('replayFunnel', { definition, bounds, end }, { ...must, withinMs: countWithinMs })
  } catch (error) {
    const kind = kindOf(error)
    if (kind === 'long' || kind === 'large') return 'tooLarge'
    if (kind === null || kind === 'error' || kind === 'invalid') {
      onError(error)
      // The queue stores the message, which may quote the definition: it is given the name alone.
      throw new Error(error instanceof Error ? error.name : 'not an error')
    }
    await job.moveToDelayed(Date.now() + retryMs, token)
    throw new DelayedError()
  }
}
