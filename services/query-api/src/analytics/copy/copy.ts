import { EventEmitter, once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Position } from '@tba/event-store/port.ts'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { fairSlots, heldTurn } from '@tba/runtime/http/limits/fair-queue.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import type { FastifyRequest } from 'fastify'
import type { LogHead } from '../../freshness/log-head.ts'
import { callerOf, hungUp } from '../../reads/fair-reads.ts'
import type { CopiesOptions, CopyState } from './copies.ts'
import { type QueryFailure, toHttpFailure } from './failures.ts'
import type { WaitOptions } from './open-copy.ts'
import type { Snapshot } from './snapshot.ts'

/** The analytics copy of the log: see decision 033. */
export type Copy = ReturnType<typeof openCopy>

/** A query on the copy. A thread runs it: its input and its result are plain data. */
export type Question<I, R> = (snapshot: Snapshot, input: I) => Promise<R>

export type WorkerSettings = Omit<CopiesOptions, 'store' | 'onError'> & { eventStoreUrl: string }
/** A question by its name, and the port for its result. The caller closes the port to cancel. */
export type QueryMessage = Omit<WaitOptions, 'signal'> & { name: string; input: unknown; to: MessagePort }
export type QueryResult = { result: unknown } | { failed: QueryFailure }
/** How much of the answer is there, from 0 to 1. The thread goes on after an answer to it. */
export type QueryProgress = { passed: number }
export type ToWorker = QueryMessage | { close: true }
export type FromWorker = { state: CopyState | null } | { error: string }

type QueryOptions = {
  /** Its client cancels the query by disconnecting. */
  request?: FastifyRequest
  /** Cancels it too. */
  signal?: AbortSignal
  /** The copy must hold this position, in addition to what the caller wrote. */
  required?: Position
  /** Time limit in ms, with the wait for a turn; 25 s by default, because a proxy gives up after 30. */
  withinMs?: number
  /** All of these are one caller, so they hold one of the two places at most, and a question never waits for their crowd. */
  isBackground?: boolean
}

export type CopyOptions = Omit<WorkerSettings, 'isRestart'> & {
  /** The program of the thread that follows the log and answers. */
  answering: URL
  head: LogHead
  onError?: (error: unknown) => void
  /** See `Snapshot`. */
  passRows?: number
  /** In ms; 2 s by default. */
  waitMs?: number | undefined
}

type Asked = QueryOptions & { withinMs: number; passed: (share: number) => Promise<void> }

const answerWithinMs = 25_000
/** Where no connection waits. */
const laterWithinMs = 600_000
/**
 * Each running query holds a thread of libuv’s pool, which argon2 and file access need too. An account asks one question at
 * a time, and one of all may run long beside the others.
 */
const turns = { concurrency: 2, maxPerCaller: 1, queueLimit: 1_000, callerQueueLimit: 50 }
const longTurns = { ...turns, concurrency: 1 }
/** A question that takes longer is a long one. */
const longAfterMs = 200
/** Questions in the background begin when nobody asks, but at the latest after this time. */
const behindMs = 2_000
const closeWithinMs = 20_000
const restartMs = 1_000
const emptyState: CopyState = {
  state: 'building',
  position: null,
  recordedMs: null,
  events: 0,
  bytes: 0,
  progress: 0,
  lastRebuild: null,
}

export function openCopy({ answering, head, onError, passRows, waitMs = 2_000, ...settings }: CopyOptions) {
  let current = emptyState
  let closing: Promise<void> | null = null
  let worker = startWorker({ isRestart: false })
  const enter = fairSlots(turns)
  const enterLong = fairSlots(longTurns)
  let questions = 0
  const signals = new EventEmitter<{ quiet: [] }>()
  // As many as downloads and replays wait. Node would warn from eleven on.
  signals.setMaxListeners(0)

  function startWorker(after: Pick<WorkerSettings, 'isRestart'>): Worker {
    // Do not pass on flags of this process, such as a module to import first.
    const thread = new Worker(answering, {
      workerData: { ...settings, ...after } satisfies WorkerSettings,
      execArgv: [],
    })
    thread.on('message', (message: FromWorker) => {
      if ('state' in message) current = message.state ?? emptyState
      else onError?.(new Error(message.error))
    })
    thread.on('error', error => onError?.(error))
    thread.on('exit', () => {
      current = emptyState
      const restart = () => {
        if (!closing) worker = startWorker({ isRestart: true })
      }
      setTimeout(restart, restartMs).unref()
    })
    return thread
  }

  const post = (message: ToWorker) => worker.postMessage(message)

  /**
   * Waits until the copy holds what the log held at the call, for 2 s at most, and always for what the caller wrote.
   * @throws {HttpFailure} 503 while the first copy is built, if the copy is behind, or if the query is too expensive; 400
   * for an invalid query
   */
  async function query<I, R>(
    question: Question<I, R>,
    input: NoInfer<I>,
    { request, isBackground, ...options }: QueryOptions = {},
  ): Promise<R> {
    // The database is free for others meanwhile.
    request?.releaseSlot?.()
    const { later = null, socket } = request ?? {}
    const { signal = later?.signal, withinMs = later ? laterWithinMs : answerWithinMs } = options
    const endMs = performance.now() + withinMs
    const caller = isBackground ? 'background' : request ? callerOf(request) : 'this process'
    // A download that has begun cannot become a 503, so its pages wait as long as needed.
    const turn = heldTurn(() => enter(caller, isBackground ? null : endMs - performance.now()))
    let moving: NodeJS.Timeout | undefined
    // If too many wait for that, it keeps its turn.
    const moveOn = () => turn.moveTo(() => enterLong(caller)).catch(() => {})
    const asked = async (): Promise<R> => {
      const passed = (share: number): Promise<void> => {
        later?.passed(share)
        return turn.take()
      }
      try {
        await turn.take()
        if (!later && socket?.destroyed) throw hungUp()
        signal?.throwIfAborted()
        const leftMs = isBackground ? withinMs : endMs - performance.now()
        if (!isBackground) moving = setTimeout(moveOn, longAfterMs)
        return await ask(question, input, { ...options, request, signal, withinMs: leftMs, passed })
      } finally {
        clearTimeout(moving)
        turn.end()
      }
    }
    if (isBackground) {
      if (questions > 0)
        await once(signals, 'quiet', { signal: AbortSignal.timeout(behindMs) }).catch(() => {})
      return asked()
    }
    questions += 1
    try {
      return await asked()
    } finally {
      questions -= 1
      if (questions === 0) signals.emit('quiet')
    }
  }

  async function ask<I, R>(
    { name }: Question<I, R>,
    input: I,
    { request, signal, required, withinMs, passed }: Asked,
  ): Promise<R> {
    // The current end of the log; null if the log does not answer.
    const preferred = await withTimeout(waitMs / 2, head.read(), () => null).catch(() => null)
    const { port1: port, port2: to } = new MessageChannel()
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
    port.on('message', (message: QueryResult | QueryProgress) => {
      if ('passed' in message) void passed(message.passed).then(() => port.postMessage(null), reject)
      else resolve(message)
    })
    // The thread has ended, or the client has disconnected.
    port.once('close', () => resolve(noAnswer))
    // A position beyond the end of the log is from before a restore. The caller cannot have written it.
    const written = [...(request?.after ?? []), ...(required ? [required] : [])].filter(
      at => !preferred || at <= preferred,
    )
    const query: QueryMessage = {
      name,
      input,
      preferred,
      required: written.sort().at(-1) ?? null,
      waitMs,
      passRows,
      to,
    }
    if (closing || worker.threadId === -1) port.close()
    else worker.postMessage(query, [to])
    const hangUp = () => port.close()
    const waiting = request?.later ? null : request?.socket
    // The connection can outlast the request and serve others.
    waiting?.once('close', hangUp)
    signal?.addEventListener('abort', hangUp)
    if (signal?.aborted) hangUp()
    try {
      const answer = await withTimeout<QueryResult>(withinMs, promise, () => timedOut)
      if ('failed' in answer) throw toHttpFailure(answer.failed, current.progress)
      return answer.result as R
    } finally {
      waiting?.off('close', hangUp)
      signal?.removeEventListener('abort', hangUp)
      port.close()
    }
  }

  /** Does not terminate the thread: a running statement of DuckDB would crash the process. */
  async function close(): Promise<void> {
    if (worker.threadId === -1) return
    const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    post({ close: true })
    await withTimeout(closeWithinMs, ended, () => worker.unref())
  }

  return {
    query,
    /** The state up to 250 ms ago. */
    state: () => current,
    close: () => (closing ??= close()),
  }
}

const timedOut: QueryResult = { failed: { kind: 'long', message: 'this takes too long' } }
const noAnswer: QueryResult = { failed: { kind: 'unavailable', message: 'nobody answers' } }

/** Metrics of this instance's copy. */
export function measureCopy(meters: Meters, copy: Pick<Copy, 'state'>): void {
  const gauge = (name: string, help: string, now: () => number) =>
    meters.gauge({ name: `analytics_copy_${name}`, help }, async () => now())
  gauge('events', 'Events in the copy of the log for the analysts', () => copy.state().events)
  gauge('bytes', 'Size of that copy on disk', () => copy.state().bytes)
  const newest = 'Time of the newest event in that copy, in seconds since 1970'
  gauge('newest_event_timestamp_seconds', newest, () => (copy.state().recordedMs ?? 0) / 1_000)
  const help =
    '1 for the current state: building (no copy answers yet), live, rebuilding (the old copy answers)'
  meters.gauge({ name: 'analytics_copy_state', help, labels: ['state'] }, async () => {
    const none = { building: 0, live: 0, rebuilding: 0 }
    return { ...none, [copy.state().state]: 1 }
  })
}
