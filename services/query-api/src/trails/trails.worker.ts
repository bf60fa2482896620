import { parentPort, workerData } from 'node:worker_threads'
import { Engine } from './engine.ts'
import {
  type Failed,
  type FromWorker,
  type LogEvent,
  Refused,
  type ToWorker,
  type TrailsSettings,
} from './messages.ts'
import { type Questions, questions } from './questions.ts'
import { NotThere } from './standing.ts'

/** Counts over the history in a thread of its own: no customer's read waits for it. */
const port = parentPort
if (!port) throw new Error('this is the program of a worker thread')
const tell = (message: FromWorker) => port.postMessage(message)

let reads = 0
const readings = new Map<number, PromiseWithResolvers<readonly LogEvent[]>>()
const dropped = new Set<number>()
let current = 0

const engine = new Engine({
  ...(workerData as TrailsSettings),
  readLog(places, like) {
    const read = ++reads
    const reading = Promise.withResolvers<readonly LogEvent[]>()
    readings.set(read, reading)
    tell({ read, places, like })
    return reading.promise
  },
  assertWanted() {
    if (dropped.has(current)) throw new Refused('dropped', 'nobody waits for this answer any more')
    if (current !== 0 && performance.now() - askedMs > answerWithinMs)
      throw new Refused('long', 'this question takes too long')
  },
})

/** One thing after the other: there is one connection. */
let turn: Promise<unknown> = Promise.resolve()
const inTurn = (work: () => Promise<unknown>) => {
  turn = turn.then(work, work)
}

/** Others wait meanwhile. Below the time after which PostgreSQL ends a transaction in which nothing is asked. */
const answerWithinMs = 60_000
/** So long after a question the next one is expected. */
const keepUpForMs = 10 * 60_000
const keepUpEveryMs = 2_000
let askedMs = Number.NEGATIVE_INFINITY
let isBehind = false
setInterval(() => {
  if (isBehind || performance.now() - askedMs > keepUpForMs) return
  isBehind = true
  inTurn(async () => {
    // Whoever asks next is told what is wrong.
    await engine.keepUp().catch(() => {})
    isBehind = false
  })
}, keepUpEveryMs).unref()

async function answer({ ask, name, args }: Extract<ToWorker, { ask: number }>): Promise<void> {
  current = ask
  askedMs = performance.now()
  try {
    const question = questions[name as keyof Questions] as (look: unknown, args: unknown) => Promise<unknown>
    tell({ answer: ask, result: await engine.look(look => question(look, args)) })
  } catch (error) {
    tell({ answer: ask, failed: failedBy(error) })
  } finally {
    current = 0
    dropped.delete(ask)
  }
}

port.on('message', (message: ToWorker) => {
  if ('ask' in message) inTurn(() => answer(message))
  else if ('drop' in message) dropped.add(message.drop)
  else if ('close' in message) inTurn(async () => engine.close().finally(() => port.close()))
  else {
    const reading = readings.get(message.read)
    readings.delete(message.read)
    if (message.events) reading?.resolve(message.events)
    else reading?.reject(new Refused('unavailable', 'the log does not answer'))
  }
})

function failedBy(error: unknown): Failed {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (error instanceof Refused) return { kind: error.kind, message: error.message }
  if (error instanceof NotThere || engine.isLost || 'code' in Object(error))
    return { kind: 'unavailable', message }
  return { kind: 'error', message }
}
