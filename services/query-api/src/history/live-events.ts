import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { type EventFilter, matches } from '@tba/events/history/filter.ts'
import type { ReadSide } from '@tba/events/history/views.ts'
import type { AdminClaims } from '@tba/runtime/http/admin-session.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'

/**
 * What comes within this time of what was told before is told together: twenty watchers of five hundred events a second are
 * otherwise as many thousand writes to sockets, which the appends would wait for.
 */
const gatheredMs = 100
/** A reader who takes nothing while so many events come is cut off, and goes on from the last one that arrived. */
export const mostWaiting = 4_000
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
  connection: Pick<ServerResponse, 'destroy' | 'destroyed' | 'once'>
  untilMs: number
  /** How many events had been told when its reader last took what there was. */
  tookAt: number
  isOver: boolean
}
type Asked = Pick<Watcher, 'admin' | 'connection'> & {
  filter: EventFilter
  /** Null: from now on. */
  after: Position | null
}

/** Follows the log once for everybody who watches it, as long as there is anybody. */
export class LiveEvents {
  readonly #options: Options
  readonly #watching = new Set<Watcher>()
  #following: { stop: AbortController; started: Promise<void> } | null = null
  /** The newest events, all that lie behind `#from`: made once for all who watch. */
  #newest: Told[] = []
  #from = '' as Position
  /** Up to here the log was followed. */
  #at = '' as Position
  /** How many events were told. */
  #count = 0
  #said: ReadSide | null = null
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
   * second or two how far the log was searched for it.
   * @throws {InvalidPosition} before the first message
   */
  async *messages({ admin, connection, filter, after }: Asked): AsyncGenerator<string> {
    const untilMs = performance.now() + longestMs * (1 - Math.random() / 5)
    const watcher = { admin, connection, untilMs, tookAt: this.#count, isOver: connection.destroyed }
    this.#watching.add(watcher)
    connection.once('close', () => this.#leave(watcher))
    try {
      this.#following ??= this.#start()
      await this.#following.started
      let at = after ?? this.#at
      let said: ReadSide | null = null
      let text = 'retry: 1000\n\n'
      while (!watcher.isOver) {
        watcher.tookAt = this.#count
        const news = this.#news.promise
        const told = await this.#behind(at)
        at = told.at(-1)?.event.position ?? at
        for (const { event, message } of told) if (matches(event, filter)) text += message()
        if (this.#said !== said) {
          said = this.#said
          text += `${at && `id: ${at}\n`}event: head\ndata: ${JSON.stringify(said)}\n\n`
        }
        if (text !== '') yield text
        else if (told.length === 0) await news
        text = ''
      }
    } finally {
      this.#leave(watcher)
    }
  }

  /** Ends every stream. */
  close(): void {
    for (const watcher of this.#watching) this.#leave(watcher)
  }

  /** Where a watcher lags behind the newest events, a page of the log. */
  async #behind(at: Position): Promise<readonly Told[]> {
    if (at >= this.#from) {
      const last = this.#newest.findLastIndex(({ event }) => event.position <= at)
      return this.#newest.slice(last + 1)
    }
    const page = this.#options.store.readAll({ limit: pageSize, ...(at && { after: at }) })
    return (await Array.fromAsync(page)).map(toldOf)
  }

  #start() {
    const { onError, checkEveryMs = 1_500 } = this.#options
    const stop = new AbortController()
    const timer = setInterval(() => {
      this.#endClosed().catch(onError)
      this.#askReadSide().catch(onError)
    }, checkEveryMs)
    stop.signal.addEventListener('abort', () => clearInterval(timer))
    return { stop, started: this.#begin(stop.signal) }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    let at = '' as Position
    // Not where the log ends: what other processes are appending may still come before that.
    for await (const { position } of this.#options.store.readAll({ direction: 'backwards', limit: 1 }))
      at = position
    if (signal.aborted) return
    this.#newest = []
    this.#from = at
    this.#at = at
    this.#said = null
    this.#askReadSide().catch(this.#options.onError)
    this.#follow(signal).catch(error => {
      if (signal.aborted) return
      this.#options.onError(error)
      // The log is another one: they come again, each from where it was.
      this.close()
    })
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { store, gatherMs = gatheredMs } = this.#options
    for await (const batch of store.follow({ signal, ...(this.#at && { after: this.#at }) })) {
      if (signal.aborted) return
      if ('caughtUp' in batch) {
        if (batch.caughtUp > this.#at) this.#at = batch.caughtUp
        continue
      }
      this.#tell(batch)
      await pause(gatherMs, undefined, { signal })
    }
  }

  #tell(batch: readonly Recorded[]): void {
    this.#newest.push(...batch.map(toldOf))
    const gone = this.#newest.splice(0, this.#newest.length - mostWaiting)
    this.#from = gone.at(-1)?.event.position ?? this.#from
    this.#at = batch.at(-1)?.position ?? this.#at
    this.#count += batch.length
    for (const { connection, tookAt } of this.#watching)
      if (this.#count - tookAt > mostWaiting) connection.destroy()
    this.#wake()
  }

  async #endClosed(): Promise<void> {
    const watching = [...this.#watching]
    const open = await this.#options.openSessions([...new Set(watching.map(({ admin }) => admin.sid))])
    for (const watcher of watching)
      if (!open.has(watcher.admin.sid) || performance.now() > watcher.untilMs) watcher.isOver = true
    this.#wake()
  }

  async #askReadSide(): Promise<void> {
    // Before the log is asked: what comes meanwhile is no sign of a shorter one.
    const [following, at] = [this.#following, this.#at]
    const said = await this.#options.readSide()
    if (this.#following !== following) return
    // An older log was put back: nothing would be told until it is as long as the one before. They come again.
    if (at > (said.head ?? '')) this.close()
    this.#said = said
    this.#wake()
  }

  #leave(watcher: Watcher): void {
    watcher.isOver = true
    this.#watching.delete(watcher)
    if (this.#watching.size === 0) {
      this.#following?.stop.abort()
      this.#following = null
    }
    this.#wake()
  }

  #wake(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }
}

/** An event as watchers are told of it, and the message of it, which is made once. */
type Told = ReturnType<typeof toldOf>

function toldOf(recorded: Recorded) {
  const event = maskEvent(recorded)
  let made: string | null = null
  return {
    event,
    message() {
      made ??= `id: ${event.position}\nevent: event\ndata: ${JSON.stringify(historyEventOf(event))}\n\n`
      return made
    },
  }
}
