import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { type EventFilter, matches } from '@tba/events/history/filter.ts'
import type { ReadSide } from '@tba/events/history/views.ts'
import type { AdminClaims } from '@tba/runtime/http/admin-session.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { LRUCache } from 'lru-cache'

/**
 * What comes within this time of what was told before is told together: twenty watchers of five hundred events a second are
 * otherwise as many thousand writes to sockets, which the appends would wait for.
 */
const gatheredMs = 100
const pageSize = 500
/** Then the browser comes again, from its last event. */
const longestMs = 600_000

type Options = {
  store: Pick<EventStore, 'follow' | 'readAll'>
  readSide(): Promise<ReadSide>
  /** Of these sessions, those that are open. */
  openSessions(sids: readonly string[]): Promise<ReadonlySet<string>>
  onError(error: unknown): void
  checkEveryMs?: number
  gatherMs?: number
}

type Watcher = {
  admin: AdminClaims
  connection: Pick<ServerResponse, 'destroyed' | 'once'>
  filter: EventFilter
  /** Null: from now on. */
  after: Position | null
}

/** Follows the log once for everybody who watches it, as long as there is anybody. */
export class LiveEvents {
  readonly #options: Options
  readonly #watching = new Set<Watcher>()
  #following: { stop: AbortController; started: Promise<void> } | null = null
  /** Up to here the log was followed. */
  #at = '' as Position
  /** The newest parts of the log, by where each begins: made once for all who watch. */
  readonly #newest = new LRUCache<Position, Part>({ max: 20 })
  #readSide: ReadSide | null = null
  #closed: ReadonlySet<string> = new Set()
  #news = Promise.withResolvers<void>()

  constructor(options: Options) {
    this.#options = options
  }

  /** How many watch; an administrator's, where one is given. */
  count(adminId?: string): number {
    return [...this.#watching].filter(({ admin }) => adminId === undefined || admin.sub === adminId).length
  }

  /**
   * What is sent to a watcher: the events that its filter lets through, each once and in the order of the log, and every
   * second or two how far the log was searched for it. Whoever reads slowly is told from the log, and nothing waits for them.
   * @throws {InvalidPosition} before the first message
   */
  async *messages(watcher: Watcher): AsyncGenerator<string> {
    const { admin, connection, filter } = watcher
    const untilMs = performance.now() + longestMs * (1 - Math.random() / 5)
    this.#watching.add(watcher)
    connection.once('close', () => this.#leave(watcher))
    try {
      this.#following ??= this.#start()
      const { stop, started } = this.#following
      await started
      let at = watcher.after ?? this.#at
      let readSide: ReadSide | null = null
      let text = 'retry: 1000\n\n'
      const isOver = () => stop.signal.aborted || connection.destroyed || this.#closed.has(admin.sid)
      while (!isOver() && performance.now() < untilMs) {
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
      this.#leave(watcher)
    }
  }

  /** Ends every stream. */
  close(): void {
    this.#following?.stop.abort()
    this.#following = null
    this.#watching.clear()
    this.#wake()
  }

  /** Of what was followed, the part behind a position: whoever lags reads a page of the log. */
  async #behind(at: Position): Promise<Part> {
    const [held, followed] = [this.#newest.get(at), this.#at]
    if (held) return held
    const from = at && { after: at }
    const page = await Array.fromAsync(this.#options.store.readAll({ limit: pageSize, ...from }))
    // Up to where the next part begins.
    const entries = page.filter(({ position }) => position <= followed).map(entryOf)
    const end = entries.length === pageSize ? entries.at(-1)?.event.position : followed
    return { entries, end: end ?? followed }
  }

  #start() {
    const stop = new AbortController()
    return { stop, started: this.#begin(stop.signal) }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const { store, onError, checkEveryMs = 1_500 } = this.#options
    let at = '' as Position
    // Not where the log ends: what other processes are appending may still come before that.
    for await (const { position } of store.readAll({ direction: 'backwards', limit: 1 })) at = position
    if (signal.aborted) return
    this.#newest.clear()
    this.#at = at
    this.#readSide = null
    const look = () => this.#look().catch(onError)
    const timer = setInterval(look, checkEveryMs)
    signal.addEventListener('abort', () => clearInterval(timer))
    void look()
    this.#follow(signal).catch(error => {
      if (signal.aborted) return
      onError(error)
      // The log is another one: they come again, each from where it was.
      this.close()
    })
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { store, gatherMs = gatheredMs } = this.#options
    for await (const batch of store.follow({ signal, ...(this.#at && { after: this.#at }) })) {
      const entries = 'caughtUp' in batch ? [] : batch.map(entryOf)
      const end = 'caughtUp' in batch ? batch.caughtUp : entries.at(-1)?.event.position
      if (signal.aborted) return
      if (end === undefined || end <= this.#at) continue
      this.#newest.set(this.#at, { entries, end })
      this.#at = end
      this.#wake()
      if (entries.length > 0) await pause(gatherMs, undefined, { signal })
    }
  }

  /** How far the read side is, and whose session is over. */
  async #look(): Promise<void> {
    // Before the log is asked: what comes meanwhile is no sign of a shorter one.
    const at = this.#at
    const sids = [...new Set([...this.#watching].map(({ admin }) => admin.sid))]
    const [readSide, open] = await Promise.all([this.#options.readSide(), this.#options.openSessions(sids)])
    this.#readSide = readSide
    this.#closed = new Set(sids.filter(sid => !open.has(sid)))
    // An older log was put back: nothing would be told until it is as long as the one before. They come again.
    if (at > (readSide.head ?? '')) this.close()
    this.#wake()
  }

  #leave(watcher: Watcher): void {
    this.#watching.delete(watcher)
    if (this.#watching.size === 0) this.close()
  }

  #wake(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }
}

type Part = { entries: readonly ReturnType<typeof entryOf>[]; end: Position }

function entryOf(recorded: Recorded) {
  const event = maskEvent(recorded)
  const data = JSON.stringify(historyEventOf(event))
  return { event, message: `id: ${event.position}\nevent: event\ndata: ${data}\n\n` }
}
