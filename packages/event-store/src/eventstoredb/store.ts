import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type CheckedAppend, checkAppend } from '../check-append.ts'
import { type OpenedStore, type StoreOptions, StoreUnavailable, type StreamAppend } from '../port.ts'
import { type Appending, append } from './append.ts'
import { appendInOrder } from './append-in-order.ts'
import { type Connection, connect } from './connection.ts'
import { deleteBefore } from './delete-streams.ts'
import { isStarting } from './failures.ts'
import { follow } from './follow.ts'
import { lanes } from './lanes.ts'
import { deleteWindow, retries, startsWithinMs, timeouts, waits } from './limits.ts'
import { formatPosition } from './log-position.ts'
import { readAll, readAt, readHead, verifyPosition } from './read-log.ts'
import { positionAt, readEnd, readStream } from './read-stream.ts'
import { retryingWriter, withRetries } from './retry.ts'
import { openWriter } from './writer.ts'

export type EventStoreDbOptions = StoreOptions & {
  url: string
  /** How long an answer may take before the server counts as gone. */
  answerMs?: number
  /** How long an append is tried. */
  giveUpAfterMs?: number
}

/**
 * The log in EventStoreDB 23.10 or later, or KurrentDB. The whole log is `$all`, without the events of the system.
 * @throws {StoreUnavailable} {Error} an address that is none
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<OpenedStore> {
  const { pollMs = waits.pollMs, onOutage = () => {}, onCommit = () => {} } = options
  const { applicationName = 'event-log', answerMs = timeouts.answerMs } = options
  const { giveUpAfterMs = retries.giveUpAfterMs } = options
  const connection = connect(options.url, applicationName, answerMs)
  await awaitReady(connection).catch(async error => {
    await connection.close()
    throw error
  })
  const closing = new AbortController()
  const writer = openWriter(connection)
  const bounds = { ...retries, giveUpAfterMs }
  const write = retryingWriter(writer, stream => readEnd(connection, stream), bounds)
  const appending: Appending = {
    write,
    readEnd: stream => withRetries(() => readEnd(connection, stream), bounds),
    positionAt: (stream, revision) => positionAt(connection, stream, revision),
  }
  const inLanes = lanes(error => error instanceof StoreUnavailable)

  async function appendNow(checked: CheckedAppend) {
    const startedMs = performance.now()
    const appended = await append(appending, checked)
    onCommit({ appends: 1, durationMs: performance.now() - startedMs })
    return appended
  }

  let closed: Promise<void> | null = null
  async function close(): Promise<void> {
    await inLanes.idle()
    closing.abort()
    writer.close()
    await connection.close()
  }
  function checked({ stream, events, expected }: StreamAppend): CheckedAppend {
    if (closed) throw new StoreUnavailable('the event store is closed')
    return checkAppend(stream, events, expected)
  }

  return {
    async append(stream, events, expected) {
      const append = checked({ stream, events, expected })
      return inLanes.run(stream, () => appendNow(append))
    },
    read: (stream, range) => readStream(connection, stream, range),
    readAll: range => readAll(connection, range),
    readAt: positions => readAt(connection, positions),
    follow: ({ signal, ...from }) =>
      follow(
        connection,
        { pollMs, onOutage },
        { ...from, signal: AbortSignal.any([signal, closing.signal]) },
      ),
    async deleteStreams(streams, { before }) {
      const logPosition = await verifyPosition(connection, before)
      await pLimit(deleteWindow).map(new Set(streams), stream =>
        deleteBefore({ connection, write }, stream, logPosition),
      )
    },
    async head() {
      const logPosition = await readHead(connection)
      return logPosition && formatPosition(logPosition)
    },
    // What another process has under way can only come to stand behind all that is there.
    async settled(withinMs) {
      const late = new AbortController()
      const isIdle = inLanes.idle().then(() => true)
      const isLate = pause(withinMs, false, { signal: late.signal }).catch(() => false)
      const isDone = await Promise.race([isIdle, isLate])
      late.abort()
      if (!isDone) return false
      await readHead(connection)
      return true
    },
    heldBackMs: async () => 0,
    appendInOrder: async appends => appendInOrder(appending, appends.map(checked)),
    close: () => (closed ??= close()),
  }
}

/** Resolves when the server answers; waits for one that says it is about to. @throws {StoreUnavailable} */
async function awaitReady(connection: Connection): Promise<void> {
  const startedMs = performance.now()
  for (;;) {
    try {
      await readHead(connection)
      return
    } catch (error) {
      if (!isStarting(error) || performance.now() - startedMs > startsWithinMs) throw error
      await pause(waits.reconnectMs)
    }
  }
}
