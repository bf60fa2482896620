import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type EventStore,
  InvalidPosition,
  type Position,
  type Seen,
  type StoredEvent,
} from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import type { ReadSide } from '@tba/events/history/views.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { LRUCache } from 'lru-cache'
import { type OpenStream, openStreams } from '../live/open-streams.ts'
import { type EventFilter, matches } from './filter.ts'

/**
 * Events within this time are sent together. Otherwise twenty subscribers at five hundred events a second would cost ten
 * thousand socket writes a second, which delay the appends.
 */
const defaultBatchMs = 100
const pageSize = 500
const limits = { most: 400, ofOneAccount: 40 }

type Options = {
  store: Pick<EventStore, 'follow' | 'readAll'>
  readSide(): Promise<ReadSide>
  /** Returns the open ones of these sessions. */
  openSessions(sids: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether the log no longer holds an event. */
  isLost(seen: Seen): Promise<boolean>
  onError(error: unknown): void
  checkEveryMs?: number
  batchMs?: number
}

type Watcher = Pick<OpenStream, 'account' | 'sid' | 'address'> & {
  /** The token's, in epoch seconds. */
  endsAt: number
  connection: Pick<ServerResponse, 'destroyed' | 'once'>
  filter: EventFilter
  /** Null: from now on. */
  after: Position | null
}

/** Follows the log once for all subscribers, while there are any. */
export class LiveEvents {
  readonly #options: Options
  readonly #streams: ReturnType<typeof openStreams>
  #following: { stop: AbortController; started: Promise<void> } | null = null
  /** The log was followed up to here. */
  #at = origin
  /** The event there. */
  #seen: Seen | undefined
  /** The newest segments of the log, by the position before them. All subscribers share them. */
  readonly #newest = new LRUCache<Position, Segment>({ max: 20 })
  #readSide: ReadSide | null = null
  #news = Promise.withResolvers<void>()

  constructor(options: Options) {
    this.#options = options
    const { openSessions, onError, checkEveryMs = 1_500 } = options
    this.#streams = openStreams({
      ...limits,
      everyMs: checkEveryMs,
      openSessions,
      onError,
      heartbeat: () => void this.#look(),
    })
  }

  /** The number of subscribers. */
  get size(): number {
    return this.#streams.held.size
  }

  /**
   * The messages for a subscriber: the events that match its filter, each once and in log order, and every second or two how
   * far the log was searched. A slow subscriber reads from the log, and nothing waits for it.
   * @throws {InvalidPosition} or {HttpFailure} 429, 503, before the first message
   */
  async *messages({ endsAt, connection, filter, after, ...of }: Watcher): AsyncGenerator<string> {
    let isClosed = false
    const close = () => {
      isClosed = true
      this.#wake()
    }
    const stream = { ...of, end: close, close }
    this.#streams.add(stream)
    connection.once('close', () => this.#leave(stream))
    try {
      this.#following ??= this.#start()
      const { stop, started } = this.#following
      await started
      let at = after ?? this.#at
      let readSide: ReadSide | null = null
      let text = 'retry: 1000\n\n'
      // The session lasts longer than its token, which ends without use.
      const isEnded = () => isClosed || Date.now() >= endsAt * 1000
      const isOver = () => stop.signal.aborted || connection.destroyed || isEnded()
      while (!isOver()) {
        const news = this.#news.promise
        const part = at < this.#at ? await this.#behind(at) : null
        for (const { event, message } of part?.entries ?? []) if (matches(event, filter)) text += message
        at = part?.end ?? at
        if (this.#readSide !== readSide) {
          readSide = this.#readSide
          text += `${at && `id: ${at}\n`}event: head\ndata: ${JSON.stringify(readSide)}\n\n`
        }
        if (text !== '') yield text
        else if (!part) await news
        text = ''
      }
    } finally {
      this.#leave(stream)
    }
  }

  /** Ends every stream. */
  close(): void {
    this.#following?.stop.abort()
    this.#following = null
    this.#streams.close()
    this.#wake()
  }

  /** The followed segment after a position. A subscriber that lags reads a page of the log. */
  async #behind(at: Position): Promise<Segment> {
    const [held, followed] = [this.#newest.get(at), this.#at]
    if (held) return held
    const from = at && { after: at }
    const page = await Array.fromAsync(this.#options.store.readAll({ limit: pageSize, ...from }))
    // Only up to where the next segment begins.
    const entries = page.filter(({ position }) => position <= followed).map(entryOf)
    const end = entries.length === pageSize ? entries.at(-1)?.event.position : followed
    return { entries, end: end ?? followed }
  }

  #start() {
    const stop = new AbortController()
    return { stop, started: this.#begin(stop.signal) }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const { store, onError } = this.#options
    // Not the end of the log: other processes may still be appending events before it.
    const [newest] = await Array.fromAsync(store.readAll({ direction: 'backwards', limit: 1 }))
    if (signal.aborted) return
    this.#newest.clear()
    this.#at = newest?.position ?? origin
    this.#seen = newest
    this.#readSide = null
    void this.#look()
    this.#follow(signal).catch(error => {
      if (signal.aborted) return
      onError(error)
      // This is another log. The clients reconnect, each after its last event.
      this.close()
    })
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { store, batchMs = defaultBatchMs, isLost } = this.#options
    const verify = async () => {
      if (this.#seen && (await isLost(this.#seen)))
        throw new InvalidPosition('the log has lost what was sent')
    }
    for await (const batch of store.follow({ signal, verify, ...(this.#at && { after: this.#at }) })) {
      const entries = 'caughtUp' in batch ? [] : batch.map(entryOf)
      const end = 'caughtUp' in batch ? batch.caughtUp : entries.at(-1)?.event.position
      if (signal.aborted) return
      if (end === undefined || end <= this.#at) continue
      this.#newest.set(this.#at, { entries, end })
      this.#at = end
      this.#seen = 'caughtUp' in batch ? (batch.seen ?? this.#seen) : batch.at(-1)
      this.#wake()
      if (entries.length > 0) await pause(batchMs, undefined, { signal })
    }
  }

  /** Reads the lag of the read side. */
  async #look(): Promise<void> {
    // Take the position before reading the head: later events are no sign of a shorter log.
    const at = this.#at
    const readSide = await this.#options.readSide().catch(this.#options.onError)
    if (!readSide) return
    this.#readSide = readSide
    // An older log was restored. Without a reconnect clients would get nothing until it is as long as before.
    if (at > (readSide.head ?? '')) this.close()
    this.#wake()
  }

  #leave(stream: OpenStream): void {
    this.#streams.remove(stream)
    if (this.size === 0) this.close()
  }

  #wake(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }
}

type Segment = { entries: readonly ReturnType<typeof entryOf>[]; end: Position }

function entryOf(recorded: StoredEvent) {
  const event = maskEvent(recorded)
  const data = JSON.stringify(historyEventOf(event))
  return { event, message: `id: ${event.position}\nevent: event\ndata: ${data}\n\n` }
}
