import { alarm } from '../alarm.ts'
import { type CheckedAppend, checkAppend } from '../check-append.ts'
import { type OpenedStore, type StoreOptions, StoreUnavailable } from '../port.ts'
import { type Appending, append } from './append.ts'
import { appendInOrder } from './append-in-order.ts'
import { checkSize } from './check-size.ts'
import { connect } from './connection.ts'
import { deleteBefore } from './delete-streams.ts'
import { follow } from './follow.ts'
import { knownIds } from './known-ids.ts'
import { lanes } from './lanes.ts'
import { retries, timeouts, waits } from './limits.ts'
import { listenForNews } from './news.ts'
import { persistentWriter } from './persistent.ts'
import { tokenOf } from './place.ts'
import { readAt } from './read-at.ts'
import { readAll, readHead, standing } from './read-log.ts'
import { readStream } from './read-stream.ts'
import { awaitReady } from './ready.ts'
import { spaced } from './spaced.ts'
import { streamReader } from './stream-reader.ts'
import { within } from './within.ts'
import { openWriter } from './writer.ts'

export type EventStoreDbOptions = StoreOptions & {
  url: string
  /** How long an answer may take before the server counts as gone. */
  answerMs?: number
}

/**
 * The log in EventStoreDB 23.10 or later, or KurrentDB. The whole log is `$all`, without the events of the system.
 * @throws {StoreUnavailable} {Error} an address that is none
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<OpenedStore> {
  const { pollMs = waits.pollMs, onOutage = () => {}, onCommit = () => {} } = options
  const { applicationName = 'event-log', answerMs = timeouts.answerMs } = options
  const connection = connect(options.url, applicationName, answerMs)
  await awaitReady(connection).catch(async error => {
    await connection.close()
    throw error
  })
  const news = alarm()
  const ring = spaced(news.ring, waits.betweenNewsMs)
  const closing = new AbortController()
  const writer = openWriter(connection)
  const known = knownIds()
  const reader = streamReader(connection, known)
  const write = persistentWriter(writer, reader.find, retries)
  const appending: Appending = { write, known, learn: reader.learn, placeAt: reader.placeAt }
  const inLanes = lanes(error => error instanceof StoreUnavailable)
  let followers = 0
  let losses = 0
  let listening = new AbortController()

  async function appendNow(checked: CheckedAppend) {
    const startedMs = performance.now()
    const appended = await append(appending, checked)
    onCommit({ appends: 1, durationMs: performance.now() - startedMs })
    ring()
    return appended
  }

  /** Followers share what tells them of news; nobody is told while nobody follows. */
  async function* followed(...args: Parameters<typeof follow>) {
    if (followers++ === 0) {
      listening = new AbortController()
      const onLoss = () => {
        losses++
        news.ring()
      }
      void listenForNews(connection, { ring, onLoss }, listening.signal)
    }
    try {
      yield* follow(...args)
    } finally {
      if (--followers === 0) listening.abort()
    }
  }

  let closed: Promise<void> | null = null
  async function close(): Promise<void> {
    await inLanes.idle()
    closing.abort()
    listening.abort()
    writer.close()
    await connection.close()
  }
  const taken = (stream: string, events: Parameters<typeof checkAppend>[1]) => {
    if (closed) throw new StoreUnavailable('the event store is closed')
    return { stream, events }
  }

  return {
    async append(stream, events, expected) {
      const checked = checkSize(checkAppend(stream, taken(stream, events).events, expected))
      return inLanes.run(stream, () => appendNow(checked))
    },
    read: (stream, range) => readStream(connection, stream, range),
    readAll: range => readAll(connection, range),
    readAt: positions => readAt(connection, positions),
    follow: ({ signal, ...from }) =>
      followed(
        connection,
        { alarm: news, pollMs, onOutage, losses: () => losses },
        { ...from, signal: AbortSignal.any([signal, closing.signal]) },
      ),
    async deleteStreams(streams, { before }) {
      const place = await standing(connection, before)
      for (const stream of streams) {
        await deleteBefore({ connection, write }, stream, place)
        known.forget(stream)
      }
    },
    async head() {
      const place = await readHead(connection)
      return place && tokenOf(place)
    },
    // What another process has under way can only come to stand behind all that is there.
    async settled(withinMs) {
      if (!(await within(withinMs, inLanes.idle()))) return false
      await readHead(connection)
      return true
    },
    heldBackMs: async () => 0,
    async appendInOrder(appends) {
      const checked = appends.map(({ stream, events, expected }) =>
        checkSize(checkAppend(stream, taken(stream, events).events, expected)),
      )
      await appendInOrder(appending, checked)
      ring()
    },
    close: () => (closed ??= close()),
  }
}
