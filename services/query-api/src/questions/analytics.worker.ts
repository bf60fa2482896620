import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openEventStore } from '@tba/event-store/open.ts'
import { Copies } from '../analytics/copy/copies.ts'
import type {
  FromWorker,
  QueryMessage,
  QueryProgress,
  QueryResult,
  ToWorker,
  WorkerSettings,
} from '../analytics/copy/copy.ts'
import { QueryRefused, toQueryFailure } from '../analytics/copy/failures.ts'
import { questions } from './questions.ts'

const stateEveryMs = 250

/** Follows the log and answers queries in a worker thread, so that nothing else waits for DuckDB. */
const port = parentPort
if (!port) throw new Error('this is the program of a worker thread')
const post = (message: FromWorker) => port.postMessage(message)

const { eventStoreUrl, ...settings } = workerData as WorkerSettings
const store = await openEventStore({ url: eventStoreUrl, applicationName: 'analytics' })
const onError = (error: unknown) => post({ error: toQueryFailure(error).message })
const copies = new Copies({ ...settings, store, onError })

const closing = new AbortController()

async function answer({ name, input, to, ...waiting }: QueryMessage): Promise<void> {
  const cancelled = new AbortController()
  to.once('close', () => cancelled.abort(new QueryRefused('unavailable', 'nobody waits any more')))
  const signal = AbortSignal.any([cancelled.signal, closing.signal])
  const reply = (result: QueryResult | QueryProgress) => to.postMessage(result)
  async function passed(share: number): Promise<void> {
    reply({ passed: share })
    await once(to, 'message', { signal })
  }
  try {
    const question = questions.find(each => each.name === name)
    if (!question) throw new Error(`${name} has no line in questions.ts`)
    const result = await copies.answer({ ...waiting, signal, passed }, snapshot =>
      question(snapshot, input as never),
    )
    reply({ result })
  } catch (error) {
    // DuckDB reports an interrupted query in its own words. The reason is clearer.
    reply({ failed: toQueryFailure(signal.aborted ? signal.reason : error) })
  } finally {
    to.close()
  }
}

// The thread must end in order: one that ends while DuckDB runs a statement crashes the process.
process.on('uncaughtException', error => {
  onError(error)
  void close()
})

async function close(): Promise<void> {
  clearInterval(stateTimer)
  closing.abort(new QueryRefused('unavailable', 'the copy is closing'))
  await copies.close()
  await store.close()
  port?.close()
}

const stateTimer = setInterval(() => copies.state().then(state => post({ state }), onError), stateEveryMs)

port.on('message', (message: ToWorker) => {
  if ('to' in message) void answer(message)
  else void close()
})
