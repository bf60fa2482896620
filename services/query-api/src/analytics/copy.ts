import { Worker } from 'node:worker_threads'
import type { Position } from '@tba/event-store/port.ts'
import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'
import { within } from '@tba/runtime/within.ts'
import type { FastifyRequest } from 'fastify'
import type { LogHead } from '../freshness/log-head.ts'
import type { CopyState } from './copies.ts'
import type { Failed } from './failures.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './protocol.ts'
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

export function openCopy({ head, onError, waitMs = 2_000, ...settings }: CopyOptions): Copy {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let current: CopyState = {
    state: 'building',
    position: null,
    recordedMs: null,
    events: 0,
    bytes: 0,
    progress: 0,
  }
  let ids = 0
  let closing: Promise<void> | null = null
  let worker = started(false)

  function started(isAfterDeath: boolean): Worker {
    // Flags of this process, such as a module that it imports first, are none of the worker's.
    const begun = new Worker(new URL('./analytics.worker.ts', import.meta.url), {
      workerData: { ...settings, isAfterDeath } satisfies WorkerSettings,
      execArgv: [],
    })
    begun.on('message', heard)
    begun.on('error', error => onError?.(error))
    begun.on('exit', () => {
      for (const { reject } of waiting.values()) reject(unavailable())
      waiting.clear()
      current = { ...current, state: 'building', progress: 0 }
      setTimeout(restart, restartMs).unref()
    })
    return begun
  }

  function restart(): void {
    if (!closing) worker = started(true)
  }

  function heard(message: FromWorker): void {
    if ('state' in message) current = message.state
    else if ('error' in message) onError?.(new Error(message.error))
    else {
      const asked = waiting.get(message.answer)
      waiting.delete(message.answer)
      if ('failed' in message) asked?.reject(withCause(failureOf(message.failed), message.failed))
      else asked?.resolve(message.result)
    }
  }

  const tell = (message: ToWorker) => worker.postMessage(message)

  /** What the log holds now; null where it does not say. */
  const newest = () => within(waitMs / 2, head.read(), () => null).catch(() => null)

  async function ask(name: string, input: unknown, options: AskOptions = {}) {
    const { request, must, withinMs = answerWithinMs } = options
    const wish = await newest()
    if (closing) throw unavailable()
    const id = ++ids
    const settle = Promise.withResolvers<unknown>()
    waiting.set(id, settle)
    tell({
      ask: id,
      name,
      input,
      wish,
      must: mustOf([...(request?.after ?? []), ...(must ? [must] : [])], wish),
      waitMs,
      withinMs,
    })
    const drop = () => tell({ drop: id })
    // The connection may outlast the request, and serve others.
    request?.socket.once('close', drop)
    try {
      return await settle.promise
    } finally {
      request?.socket.off('close', drop)
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
    ask: <N extends QuestionName>(name: N, input: InputOf<N>, options?: AskOptions) =>
      ask(name, input, options) as Promise<AnswerOf<N>>,
    state: () => current,
    check: () => tell({ check: true }),
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Of what the caller wrote the newest; what lies beyond the log, such as a position from before a restore, is nothing. */
function mustOf(after: readonly Position[], head: Position | null): Position | null {
  const written = after.filter(position => head === null || position <= head)
  return written.toSorted().at(-1) ?? null
}

const withCause = (error: Error, cause: Failed) => Object.assign(error, { cause })

/** Why a question has no answer, for code that is no route; null: it is an error. */
export function kindOf(error: unknown): Failed['kind'] | null {
  if (!(error instanceof HttpFailure)) return null
  return (error.cause as Failed | undefined)?.kind ?? 'unavailable'
}

function failureOf({ kind, message, progress = 0 }: Failed): Error {
  const later = (sentence: string, seconds = 5) =>
    new HttpFailure(503, sentence, { headers: { 'retry-after': String(seconds) } })
  switch (kind) {
    case 'invalid':
      return new HttpFailure(400, message)
    case 'building': {
      const percent = Math.floor(progress * 100)
      return new HttpFailure(503, `Copia per le analisi in costruzione: ${percent} %`, {
        headers: { 'retry-after': '2' },
        progress,
      })
    }
    case 'behind':
      return later('La copia per le analisi è in ritardo. Riprova tra poco.', 2)
    case 'long':
      return later('Il conteggio richiede troppo tempo. Riprova tra poco, o scegli un periodo più breve.', 10)
    case 'large':
      return later('Gli eventi da contare sono troppi. Scegli un periodo più breve.', 10)
    case 'error':
      return new Error(message)
    default:
      return unavailable()
  }
}
