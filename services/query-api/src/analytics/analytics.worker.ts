import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openEventStore } from '@tba/event-store/open.ts'
import pLimit from 'p-limit'
import { Copies, type CopiesOptions, type CopyState } from './copies.ts'
import { type Failed, failedBy, Refused } from './failures.ts'
import type { Waiting } from './open-copy.ts'
import { type QuestionName, questions } from './questions.ts'
import type { Reading } from './reading.ts'

export type WorkerSettings = Omit<CopiesOptions, 'store' | 'onError'> & { eventStoreUrl: string }

/** A question, and where its answer goes. Who closes the port waits no more. */
export type Asked = Omit<Waiting, 'signal'> & { name: QuestionName; input: unknown; to: MessagePort }
export type Answer = { result: unknown } | { failed: Failed }
export type ToWorker = Asked | { check: true } | { close: true }
export type FromWorker = { state: CopyState | null } | { error: string }

/** Each running question holds a thread of the process, of which argon2 and files have need too. */
const mostAtOnce = 2
const mostWaiting = 50
const stateEveryMs = 250

/** Keeps the copy and answers from it, in a thread of its own: nothing else waits for it. */
const port = parentPort
if (!port) throw new Error('this is the program of a worker thread')
const tell = (message: FromWorker) => port.postMessage(message)

const { eventStoreUrl, ...settings } = workerData as WorkerSettings
const store = await openEventStore({ url: eventStoreUrl, applicationName: 'analytics' })
const onError = (error: unknown) => tell({ error: failedBy(error).message })
const copies = new Copies({ ...settings, store, onError })

const closing = new AbortController()
const inTurn = pLimit(mostAtOnce)
let asked = 0

async function answer({ name, input, to, ...waiting }: Asked): Promise<void> {
  const dropping = new AbortController()
  asked++
  to.once('close', () => {
    asked--
    dropping.abort(new Refused('unavailable', 'nobody waits any more'))
  })
  const signal = AbortSignal.any([dropping.signal, closing.signal])
  const reply = (said: Answer) => to.postMessage(said)
  const question = questions[name] as (reading: Reading, input: unknown) => Promise<unknown>
  try {
    if (asked > mostAtOnce + mostWaiting) throw new Refused('unavailable', 'too many questions wait')
    const work = () => copies.answer({ ...waiting, signal }, reading => question(reading, input))
    reply({ result: await inTurn(work) })
  } catch (error) {
    // What was interrupted says so in DuckDB's words.
    reply({ failed: failedBy(signal.aborted ? signal.reason : error) })
  } finally {
    to.close()
  }
}

// A thread that ends while a statement of DuckDB's runs takes the whole process along: it has to end in order.
process.on('uncaughtException', error => {
  onError(error)
  void close()
})

async function close(): Promise<void> {
  clearInterval(telling)
  closing.abort(new Refused('unavailable', 'the copy is closing'))
  await copies.close()
  await store.close()
  port?.close()
}

const telling = setInterval(() => copies.state().then(state => tell({ state }), onError), stateEveryMs)

port.on('message', (message: ToWorker) => {
  if ('to' in message) void answer(message)
  else if ('check' in message) void copies.check().catch(onError)
  else void close()
})
