import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type CheckedAppend, checkAppend } from '../check-append.ts'
import { keyedQueue } from '../keyed-queue.ts'
import { type OpenedStore, type StoreOptions, StoreUnavailable, type StreamAppend } from '../port.ts'
import { withTimeout } from '../with-timeout.ts'
import { append, appendInOrder } from './append/append.ts'
import { deleteBefore } from './append/delete-streams.ts'
import { openWriter } from './append/writer.ts'
import { type Connection, connect } from './connection.ts'
import { isSilent, isStarting } from './failures.ts'
import { deleteWindow, pauseAfterMs, retries, startsWithinMs, timeouts, waits } from './limits.ts'
import { formatPosition } from './log-position.ts'
import { follow } from './read/follow.ts'
import { readAll, readAt, readHead, verifyPosition } from './read/read-log.ts'
import { readStream } from './read/read-stream.ts'

export type EventStoreDbOptions = StoreOptions & {
  url: string
  /** How long an answer may take before the server counts as lost. */
  answerMs?: number
  /** How long an append is tried. */
  giveUpAfterMs?: number
}

/**
 * The log in EventStoreDB 23.10 or later, or KurrentDB. The whole log is `$all`, without the events of the system.
 * @throws {StoreUnavailable} {Error} an address that is not valid
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<OpenedStore> {
  const { pollMs = waits.pollMs, onCommit = () => {} } = options
  const { answerMs = timeouts.answerMs, giveUpAfterMs = retries.giveUpAfterMs } = options
  const connection = connect(options.url, answerMs)
  await untilReady(connection).catch(async error => {
    await connection.close()
    throw error
  })
  const closing = new AbortController()
  const writer = openWriter(connection)
  const appending = { connection, write: writer.write }
  /** Appends to one stream wait for each other: a race would cost each of them another read. */
  const queue = keyedQueue()

  async function appendUntil(deadline: number, checked: CheckedAppend) {
    const startedMs = performance.now()
    const appended = await append(appending, checked, deadline)
    onCommit({ appends: 1, durationMs: performance.now() - startedMs })
    return appended
  }
  const deadline = () => performance.now() + giveUpAfterMs

  let closed: Promise<void> | null = null
  async function close(): Promise<void> {
    await queue.idle()
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
      const until = deadline()
      return queue.run(stream, () => appendUntil(until, append))
    },
    read: (stream, range) => readStream(connection, stream, range),
    readAll: range => readAll(connection, range),
    readAt: positions => readAt(connection, positions),
    follow: ({ signal, ...from }) =>
      follow(connection, pollMs, { ...from, signal: AbortSignal.any([signal, closing.signal]) }),
    async deleteStreams(streams, { before }) {
      const logPosition = await verifyPosition(connection, before)
      await pLimit(deleteWindow).map(new Set(streams), stream => deleteBefore(appending, stream, logPosition))
    },
    deletesAtOnce: false,
    async head() {
      const logPosition = await readHead(connection)
      return logPosition && formatPosition(logPosition)
    },
    // What another process appends now gets a position after everything that is there.
    async settled(withinMs) {
      const isIdle = await withTimeout(
        withinMs,
        queue.idle().then(() => true),
        () => false,
      )
      if (isIdle) await readHead(connection)
      return isIdle
    },
    heldBackMs: async () => 0,
    appendInOrder: async appends =>
      appendInOrder(appends.map(checked), checked => append(appending, checked, deadline())),
    close: () => (closed ??= close()),
  }
}

/** Resolves when the server answers. Waits for one that is starting, or was silent once. @throws {StoreUnavailable} */
async function untilReady(connection: Connection): Promise<void> {
  const startedMs = performance.now()
  for (let silences = 0; ; ) {
    try {
      await readHead(connection)
      return
    } catch (error) {
      const isOnce = isSilent(error) && ++silences === 1
      if (!(isOnce || isStarting(error)) || performance.now() - startedMs > startsWithinMs) throw error
      await pause(pauseAfterMs(1))
    }
  }
}
