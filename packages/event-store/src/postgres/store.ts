import { arrayLiteral } from '../array-literal.ts'
import { checkAppend } from '../check-append.ts'
import { createNotifier } from '../notifier.ts'
import type { OpenedStore, Position, StoreOptions, StreamAppend } from '../port.ts'
import { batcher } from './append/batcher.ts'
import { committer } from './append/commit.ts'
import { batchWriter, slices } from './append/write-batch.ts'
import { clientOptions, openConnections } from './connections.ts'
import { batchLimits, deleteBatchSize, retries, waits } from './limits.ts'
import { openNotifications } from './notifications.ts'
import { openLog } from './opening/opening.ts'
import { follow } from './read/follow.ts'
import { parsePosition } from './read/log-position.ts'
import { readAll, readAt, readHead, readHeldBackMs, settled } from './read/read-log.ts'
import type { Log } from './read/read-page.ts'
import { readStream } from './read/read-stream.ts'
import { deleteStreams } from './statements.ts'

/** Appends and notifications use one more each. */
const readConnections = 4

export type PostgresStoreOptions = StoreOptions & {
  connectionString: string
  /** For a restore or a copy into this log. All others have to wait for its end. */
  isForRestore?: boolean
}

/**
 * The log in PostgreSQL 18 or later. Creates a missing schema.
 * @throws {StoreUnavailable} {UnusableLog}
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedStore> {
  const { pollMs = waits.pollMs, onCommit = () => {} } = options
  const { connectionString, applicationName = 'event-log' } = options
  const named = clientOptions(applicationName)
  const writer = openConnections(connectionString, { ...named, max: 1 })
  const reader = openConnections(connectionString, { ...named, max: readConnections })
  const notifier = createNotifier()
  const closing = new AbortController()

  async function open() {
    const generation = await openLog(writer, options.isForRestore)
    return {
      generation,
      notifications: await openNotifications({ connectionString, applicationName }, notifier.notify),
    }
  }
  const disconnect = () => Promise.all([writer.close(), reader.close()])
  const { generation, notifications } = await open().catch(async error => {
    await disconnect()
    throw error
  })

  const log: Log = { connections: reader, generation }
  const commit = committer(batchWriter(writer, generation), retries)
  const batches = batcher(async batch => {
    const startedMs = performance.now()
    const results = await commit(batch)
    onCommit({ appends: batch.length, durationMs: performance.now() - startedMs })
    if (results.some(result => !(result instanceof Error))) notifications.send()
    return results
  }, batchLimits)

  async function appendInOrder(appends: readonly StreamAppend[]): Promise<void> {
    const checked = appends.map(({ stream, events, expected }) => checkAppend(stream, events, expected))
    for (const slice of slices(checked, batchLimits)) {
      const failed = (await commit(slice)).find(result => result instanceof Error)
      notifications.send()
      if (failed) throw failed
    }
  }

  async function deleteFrom(streams: readonly string[], before: Position): Promise<void> {
    const { xid, position } = parsePosition(generation, before)
    // On the reader's connections, so that appends do not wait.
    const some = [arrayLiteral(streams), xid, position, deleteBatchSize]
    while ((await reader.query(deleteStreams, some))[0]?.count === deleteBatchSize);
  }

  let closed: Promise<void> | null = null
  async function close(): Promise<void> {
    await batches.close()
    closing.abort()
    await notifications.close()
    await disconnect()
  }

  return {
    append: async (stream, events, expected) => batches.append(checkAppend(stream, events, expected)),
    read: (stream, range) => readStream(log, stream, range),
    readAll: range => readAll(log, range),
    readAt: positions => readAt(log, positions),
    follow: ({ signal, ...from }) =>
      follow(log, { notifier, pollMs }, { ...from, signal: AbortSignal.any([signal, closing.signal]) }),
    deleteStreams: (streams, { before }) => deleteFrom(streams, before),
    deletesAtOnce: true,
    head: () => readHead(log),
    settled: withinMs => settled(log, withinMs),
    heldBackMs: () => readHeldBackMs(log),
    appendInOrder,
    close: () => (closed ??= close()),
  }
}
