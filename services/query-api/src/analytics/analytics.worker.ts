import { parentPort, workerData } from 'node:worker_threads'
import { openEventStore } from '@tba/event-store/open.ts'
import { Copies } from './copies.ts'
import { failedBy, Refused } from './failures.ts'
import type { Asked, FromWorker, ToWorker, WorkerSettings } from './protocol.ts'
import { questions } from './questions.ts'
import type { Reading } from './reading.ts'
import { Turns } from './turns.ts'

/** Keeps the copy and answers from it, in a thread of its own: nothing else waits for it. */
const port = parentPort
if (!port) throw new Error('this is the program of a worker thread')
const tell = (message: FromWorker) => port.postMessage(message)

const { eventStoreUrl, ...settings } = workerData as WorkerSettings
const store = await openEventStore({ url: eventStoreUrl, applicationName: 'analytics' })
const onError = (error: unknown) => tell({ error: failedBy(error).message })
const copies = new Copies({ ...settings, store, onState: state => tell({ state }), onError })
copies.start()

const turns = new Turns()
const asked = new Map<number, AbortController>()

async function answer({ ask, name, input, wish, must, waitMs, withinMs }: Asked): Promise<void> {
  const dropping = new AbortController()
  asked.set(ask, dropping)
  const late = setTimeout(() => dropping.abort(new Refused('long', 'this takes too long')), withinMs)
  const { signal } = dropping
  try {
    const question = questions[name as keyof typeof questions] as (
      reading: Reading,
      input: unknown,
    ) => Promise<unknown>
    const waiting = { wish, must, waitMs, signal }
    const result = await turns.take(signal, () => copies.answer(waiting, reading => question(reading, input)))
    tell({ answer: ask, result })
  } catch (error) {
    // What was interrupted says so in DuckDB's words.
    tell({ answer: ask, failed: failedBy(signal.aborted ? signal.reason : error) })
  } finally {
    clearTimeout(late)
    asked.delete(ask)
  }
}

// A thread that ends while a statement of DuckDB's runs takes the whole process along: it has to end in order.
process.on('uncaughtException', error => {
  onError(error)
  void close()
})

async function close(): Promise<void> {
  for (const dropping of asked.values()) dropping.abort(new Refused('unavailable', 'the copy is closing'))
  await copies.close()
  await store.close()
  port?.close()
}

port.on('message', (message: ToWorker) => {
  if ('ask' in message) void answer(message)
  else if ('drop' in message) asked.get(message.drop)?.abort(new Refused('dropped', 'nobody waits any more'))
  else if ('check' in message) void copies.check().catch(onError)
  else void close()
})
