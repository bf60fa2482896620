import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openEventStore } from '@tba/event-store/open.ts'
import pLimit from 'p-limit'
import { copyQueries, type QueryName } from '../copy-queries.ts'
import { type QueryFailure, QueryRefused, toQueryFailure } from '../failures.ts'
import type { Snapshot } from '../snapshot.ts'
import { Copies, type CopiesOptions, type CopyState } from './copies.ts'
import type { WaitOptions } from './open-copy.ts'

export type WorkerSettings = Omit<CopiesOptions, 'store' | 'onError'> & { eventStoreUrl: string }

/** A query, and the port for its result. The caller closes the port to cancel. */
export type QueryMessage = Omit<WaitOptions, 'signal'> & { name: QueryName; input: unknown; to: MessagePort }
export type QueryResult = { result: unknown } | { failed: QueryFailure }
export type ToWorker = QueryMessage | { close: true }
export type FromWorker = { state: CopyState | null } | { error: string }

/** Each running query holds a thread of libuv's pool, which argon2 and file access need too. */
const maxRunning = 2
const maxWaiting = 50
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
const limitRunning = pLimit(maxRunning)
let pending = 0

async function answer({ name, input, to, ...waiting }: QueryMessage): Promise<void> {
  const cancelled = new AbortController()
  pending++
  to.once('close', () => {
    pending--
    cancelled.abort(new QueryRefused('unavailable', 'nobody waits any more'))
  })
  const signal = AbortSignal.any([cancelled.signal, closing.signal])
  const reply = (result: QueryResult) => to.postMessage(result)
  const question = copyQueries[name] as (snapshot: Snapshot, input: unknown) => Promise<unknown>
  try {
    if (pending > maxRunning + maxWaiting) throw new QueryRefused('unavailable', 'too many questions wait')
    const work = () => copies.answer({ ...waiting, signal }, snapshot => question(snapshot, input))
    reply({ result: await limitRunning(work) })
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
