import { Worker } from 'node:worker_threads'
import { packed, unpacked } from '@tba/event-store/packed-position.ts'
import type { EventStore } from '@tba/event-store/port.ts'
import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { within } from '@tba/runtime/within.ts'
import type { Failed, FromWorker, LogEvent, ToWorker, TrailsSettings } from './messages.ts'
import type { Questions } from './questions.ts'

type Name = keyof Questions
type Asked<N extends Name> = Parameters<Questions[N]>[1]
type Answered<N extends Name> = Awaited<ReturnType<Questions[N]>>

/**
 * Counts over the history as it lies in a thread's memory. A question waits for its turn.
 * @throws {HttpFailure} 503 where too many wait or it takes too long, 400 for a position of another log
 */
export type Trails = {
  ask<N extends Name>(name: N, args: Asked<N>, wanted?: Wanted): Promise<Answered<N>>
  close(): Promise<void>
}

/** Calls back when nobody waits any more, until it is told not to. */
export type Wanted = { onGone(listener: () => void): () => void }

export type TrailsOptions = {
  connectionString: string
  store: Pick<EventStore, 'readAt'>
  /** What the history may take in memory. */
  mostBytes?: number | undefined
  onError?: (error: unknown) => void
}

const defaultBytes = 2 ** 30
const mostWaiting = 50
/** A proxy gives up after 30 s. What takes longer goes on, and is there for the next one who asks. */
const answerWithinMs = 25_000
const closeWithinMs = 3_000

type Waiting = { id: number; name: string; args: unknown; settle: PromiseWithResolvers<unknown> }

export function openTrails({
  connectionString,
  store,
  mostBytes = defaultBytes,
  onError,
}: TrailsOptions): Trails {
  let worker: Worker | null = null
  let current: Waiting | null = null
  const waiting: Waiting[] = []
  let ids = 0
  let isClosed = false

  /** Begun with the first question, and anew where it died. */
  function started(): Worker {
    if (worker) return worker
    const settings: TrailsSettings = { connectionString, mostBytes }
    // Flags of this process, such as a module that it imports first, are none of the worker's.
    const begun = new Worker(new URL('./trails.worker.ts', import.meta.url), {
      workerData: settings,
      execArgv: [],
    })
    begun.on('message', (message: FromWorker) => void heard(begun, message))
    begun.on('error', error => onError?.(error))
    begun.on('exit', () => {
      if (worker === begun) worker = null
      const lost = current
      current = null
      lost?.settle.reject(unavailable())
      next()
    })
    worker = begun
    return begun
  }

  const tell = (to: Worker, message: ToWorker) => to.postMessage(message)

  function next(): void {
    if (current || isClosed) return
    current = waiting.shift() ?? null
    if (current) tell(started(), { ask: current.id, name: current.name, args: current.args })
  }

  async function heard(from: Worker, message: FromWorker): Promise<void> {
    if ('read' in message) {
      const { read, places, like } = message
      const events = await store
        .readAt(places.map(place => unpacked(place, like)))
        .then(found => found.map(event => logEventOf(maskEvent(event))))
        .catch(error => {
          onError?.(error)
          return null
        })
      return tell(from, { read, events })
    }
    if (message.answer !== current?.id) return
    const { settle } = current
    current = null
    if ('failed' in message) settle.reject(failureOf(message.failed))
    else settle.resolve(message.result)
    next()
  }

  function failureOf({ kind, message }: Failed): Error {
    if (kind === 'position') return new HttpFailure(400, message)
    if (kind === 'long') return tooLong()
    if (kind === 'large')
      return new HttpFailure(503, 'Gli eventi da contare sono troppi. Scegli un periodo più breve.')
    if (kind === 'error') return new Error(message)
    if (kind === 'unavailable') onError?.(new Error(message))
    return unavailable()
  }

  function giveUp(asked: Waiting): void {
    const at = waiting.indexOf(asked)
    if (at >= 0) waiting.splice(at, 1)
    else if (current === asked && worker) tell(worker, { drop: asked.id })
  }

  async function ask(name: string, args: unknown, wanted?: Wanted): Promise<unknown> {
    if (isClosed || waiting.length >= mostWaiting) throw unavailable()
    const asked: Waiting = { id: ++ids, name, args, settle: Promise.withResolvers() }
    // Where nobody waits any more, nobody hears of its failure.
    asked.settle.promise.catch(() => {})
    waiting.push(asked)
    const forget = wanted?.onGone(() => giveUp(asked))
    next()
    const late = () => {
      const at = waiting.indexOf(asked)
      if (at < 0) throw tooLong()
      waiting.splice(at, 1)
      forget?.()
      throw unavailable()
    }
    // What goes on after that is still dropped where its connection closes.
    void asked.settle.promise.finally(() => forget?.()).catch(() => {})
    return within(answerWithinMs, asked.settle.promise, late)
  }

  return {
    ask: <N extends Name>(name: N, args: Asked<N>, wanted?: Wanted) =>
      ask(name, args, wanted) as Promise<Answered<N>>,
    async close() {
      isClosed = true
      for (const { settle } of waiting.splice(0)) settle.reject(unavailable())
      const last = worker
      if (!last) return
      const ended = new Promise<void>(resolve => last.once('exit', () => resolve()))
      if (current) tell(last, { drop: current.id })
      tell(last, { close: true })
      await within(closeWithinMs, ended, () => {})
      await last.terminate()
    },
  }
}

function tooLong(): HttpFailure {
  const message = 'Il conteggio richiede troppo tempo. Riprova tra poco, o scegli un periodo più breve.'
  return new HttpFailure(503, message, { headers: { 'retry-after': '10' } })
}

function logEventOf({ position, stream, data, metadata }: ReturnType<typeof maskEvent>): LogEvent {
  const visitId = (metadata as { visitId?: unknown } | undefined)?.visitId
  return { place: packed(position), stream, data, visitId: typeof visitId === 'string' ? visitId : null }
}
