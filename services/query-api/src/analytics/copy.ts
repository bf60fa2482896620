import { MessageChannel, Worker } from 'node:worker_threads'
import type { Position } from '@tba/event-store/port.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import { within } from '@tba/runtime/within.ts'
import type { FastifyRequest } from 'fastify'
import type { LogHead } from '../freshness/log-head.ts'
import type { Answer, Asked, FromWorker, ToWorker, WorkerSettings } from './analytics.worker.ts'
import type { CopyState } from './copies.ts'
import { failureOf } from './failures.ts'
import type { AnswerOf, InputOf, QuestionName } from './questions.ts'

/** The analysts' copy of the log: see decision 033. */
export type Copy = {
  /**
   * Waits until the copy holds what the log held at the call, for 2 s at most, and for what the caller wrote.
   * @param request whose hanging up cancels the question
   * @throws {HttpFailure} 503 while a first copy is built, where it is behind, or where the answer takes too much; 400 for
   * what the question refuses
   */
  ask<N extends QuestionName>(name: N, input: InputOf<N>, options?: AskOptions): Promise<AnswerOf<N>>
  /** As it was some 250 ms ago. */
  state(): CopyState
  /** The log may have become shorter. */
  check(): void
  close(): Promise<void>
}

type AskOptions = {
  request?: Pick<FastifyRequest, 'after' | 'socket'>
  /** The copy has to hold this, whatever the caller wrote. */
  must?: Position
  /** How long the answer may take, in ms; 25 s by default: a proxy gives up after 30. */
  withinMs?: number
}

export type CopyOptions = Omit<WorkerSettings, 'isAfterDeath'> & {
  head: LogHead
  onError?: (error: unknown) => void
  /** In ms; 2 s by default. */
  waitMs?: number | undefined
}

const answerWithinMs = 25_000
const closeWithinMs = 20_000
const restartMs = 1_000
const nothing: CopyState = {
  ...{ state: 'building', position: null, recordedMs: null, events: 0, bytes: 0, progress: 0 },
}

export function openCopy({ head, onError, waitMs = 2_000, ...settings }: CopyOptions): Copy {
  let current = nothing
  let closing: Promise<void> | null = null
  let worker = started({ isAfterDeath: false })

  function started(after: Pick<WorkerSettings, 'isAfterDeath'>): Worker {
    // Flags of this process, such as a module that it imports first, are none of the worker's.
    const begun = new Worker(new URL('./analytics.worker.ts', import.meta.url), {
      workerData: { ...settings, ...after } satisfies WorkerSettings,
      execArgv: [],
    })
    begun.on('message', (message: FromWorker) => {
      if ('state' in message) current = message.state ?? nothing
      else onError?.(new Error(message.error))
    })
    begun.on('error', error => onError?.(error))
    begun.on('exit', () => {
      current = nothing
      const restart = () => {
        if (!closing) worker = started({ isAfterDeath: true })
      }
      setTimeout(restart, restartMs).unref()
    })
    return begun
  }

  const tell = (message: ToWorker) => worker.postMessage(message)

  const ask: Copy['ask'] = async (name, input, { request, must, withinMs = answerWithinMs } = {}) => {
    // What the log holds now; null where it does not say.
    const wish = await within(waitMs / 2, head.read(), () => null).catch(() => null)
    const { port1: port, port2: to } = new MessageChannel()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    port.once('message', resolve)
    // The thread has ended, or the caller has hung up.
    port.once('close', () => resolve(gone))
    // What lies beyond the log, such as a position from before a restore, is nothing that the caller wrote.
    const written = [...(request?.after ?? []), ...(must ? [must] : [])].filter(at => !wish || at <= wish)
    const asked: Asked = { name, input, wish, must: written.sort().at(-1) ?? null, waitMs, to }
    if (closing || worker.threadId === -1) port.close()
    else worker.postMessage(asked, [to])
    const hangUp = () => port.close()
    // The connection may outlast the request, and serve others.
    request?.socket.once('close', hangUp)
    try {
      const answer = await within<Answer>(withinMs, promise, () => tooLong)
      if ('failed' in answer) throw failureOf(answer.failed, current.progress)
      return answer.result as AnswerOf<typeof name>
    } finally {
      request?.socket.off('close', hangUp)
      port.close()
    }
  }

  /** Terminates nothing: a statement of DuckDB's that still runs would take the whole process along. */
  async function close(): Promise<void> {
    if (worker.threadId === -1) return
    const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    tell({ close: true })
    await within(closeWithinMs, ended, () => worker.unref())
  }

  return {
    ask,
    state: () => current,
    check: () => tell({ check: true }),
    close() {
      closing ??= close()
      return closing
    },
  }
}

const tooLong: Answer = { failed: { kind: 'long', message: 'this takes too long' } }
const gone: Answer = { failed: { kind: 'unavailable', message: 'nobody answers' } }

/** What is measured of this instance's copy. */
export function measureCopy(meters: Meters, copy: Pick<Copy, 'state'>): void {
  const gauge = (name: string, help: string, now: () => number) =>
    meters.gauge({ name: `analytics_copy_${name}`, help }, async () => now())
  gauge('events', 'Events in the copy of the log for the analysts', () => copy.state().events)
  gauge('bytes', 'What that copy takes on disk', () => copy.state().bytes)
  const newest = 'When the newest event in that copy was recorded, in seconds since 1970'
  gauge('newest_event_seconds', newest, () => (copy.state().recordedMs ?? 0) / 1_000)
  const help = '1 for its state: building (nothing answers yet), live, rebuilding (the one before answers)'
  meters.gauge({ name: 'analytics_copy_state', help, labels: ['state'] }, async () => {
    const none = { building: 0, live: 0, rebuilding: 0 }
    return { ...none, [copy.state().state]: 1 }
  })
}
