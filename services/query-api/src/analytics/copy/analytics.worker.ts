import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openEventStore } from '@tba/event-store/open.ts'
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
  const reply = (result: QueryResult) => to.postMessage(result)
  const question = copyQueries[name] as (snapshot: Snapshot, input: unknown) => Promise<unknown>
  try {
    reply({ result: await copies.answer({ ...waiting, signal }, snapshot => question(snapshot, input)) })
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
