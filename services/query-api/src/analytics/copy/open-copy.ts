import { EventEmitter, once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import type { DuckDBInstance } from '@duckdb/node-api'
import {
  type EventStore,
  InvalidPosition,
  type Position,
  type Seen,
  type StoredEvent,
} from '@tba/event-store/port.ts'
import { lostEvents } from '@tba/runtime/log/lost-events.ts'
import { LRUCache } from 'lru-cache'
import { type DatabaseSettings, isDamaged, openDatabase } from './database.ts'
import { QueryRefused } from './failures.ts'
import type { Site } from './row.ts'
import { type Long, Snapshot } from './snapshot.ts'
import { type Progress, progressIn, Writer } from './writer.ts'

export type WaitOptions = {
  /** Waits for this position, but answers without it after `waitMs`. */
  preferred: Position | null
  /** Waits for this position and fails without it. Never beyond `preferred`. */
  required: Position | null
  waitMs: number
  signal: AbortSignal
} & Long

/** Events per commit during a build. An event takes about 1 KB of memory until then. */
const maxBatch = 20_000
const newestRows = 'select position, event_id::varchar as id, stream from events order by seq desc limit 1000'
const interruptEveryMs = 100
/** Shortest time between commits of a live copy. A commit takes some milliseconds. */
const commitEveryMs = 500

export type CopySettings = DatabaseSettings & Site

type CopyLog = Pick<EventStore, 'follow' | 'read' | 'readAt' | 'settled'>

/** One open file: it follows the log and answers queries. */
export class OpenCopy {
  readonly file: string
  readonly writer: Writer
  /** Why the copy can no longer be used. */
  failure: unknown = null
  /** The copy holds the log up to here. */
  reached: Position | ''
  readonly #database: DuckDBInstance
  readonly #answers = new LRUCache<string, object>({ max: 500 })
  readonly #signals = new EventEmitter<{ committed: []; wanted: [] }>()
  readonly #closing = new AbortController()
  #following: Promise<void> = Promise.resolve()
  #onChange: () => void = () => {}
  readonly #answering = new Set<Promise<unknown>>()

  private constructor(file: string, opened: { database: DuckDBInstance; writer: Writer }) {
    this.file = file
    this.#database = opened.database
    this.writer = opened.writer
    this.reached = this.progress.position ?? ''
  }

  /** Opens or creates a file. */
  static async open(file: string, settings: CopySettings): Promise<OpenCopy> {
    const database = await openDatabase(file, settings)
    try {
      return new OpenCopy(file, { database, writer: await Writer.open(database, settings) })
    } catch (error) {
      database.closeSync()
      throw error
    }
  }

  get progress(): Progress {
    return this.writer.progress
  }

  /** Follows the log until it is closed, or fails. */
  follow(store: CopyLog, onChange: () => void): void {
    this.#onChange = onChange
    this.#following = this.#follow(store).catch(error => this.fail(error))
  }

  /**
   * Compares the newest rows with the log. After a failover or a restore it may lack them, and have others.
   * @param read an event that is no row yet
   * @throws {InvalidPosition} it is another log
   */
  async verify(store: CopyLog, read?: Seen): Promise<void> {
    const connection = await this.#database.connect()
    try {
      const rows = await connection.runAndReadAll(newestRows)
      const seen = [...(read ? [read] : []), ...(rows.getRowObjects() as Seen[])]
      if ((await lostEvents(store, seen)).length > 0)
        throw new InvalidPosition('the log is another one than the copy was made from')
    } finally {
      connection.closeSync()
    }
  }

  fail(error: unknown): void {
    this.failure ??= error
    this.#signals.emit('committed')
    this.#onChange()
  }

  /** @throws {QueryRefused} `behind` if it does not reach `required` in time, or the abort reason of the signal */
  async answer<T>(waiting: WaitOptions, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const answer = this.#answer(waiting, work)
    this.#answering.add(answer)
    try {
      return await answer
    } catch (error) {
      if (isDamaged(error)) this.fail(error)
      throw error
    } finally {
      this.#answering.delete(answer)
    }
  }

  /** Closes after the running queries. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#answering)
    this.#closing.abort()
    this.#signals.emit('wanted')
    await this.#following
    this.writer.close()
    this.#database.closeSync()
  }

  async bytes(): Promise<number> {
    const sizes = await Promise.all([this.file, `${this.file}.wal`].map(file => stat(file).catch(() => null)))
    return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0)
  }

  /** Runs `work` in one read transaction. */
  async #answer<T>(
    { preferred, required, waitMs, signal, ...long }: WaitOptions,
    work: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const wanted = preferred ?? required ?? ''
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
    this.#signals.emit('wanted')
    while (this.reached < wanted && !waiting.aborted && !this.failure)
      await once(this.#signals, 'committed', { signal: waiting }).catch(() => {})
    signal.throwIfAborted()
    // It closes after its queries, and only then the next one is built: nobody may wait for what it will never reach.
    if (this.failure && this.reached < wanted) throw new QueryRefused('behind', 'the copy is built again')
    if (required !== null && this.reached < required) throw new QueryRefused('behind', 'the copy is behind')
    const connection = await this.#database.connect()
    let interrupting: NodeJS.Timeout | undefined
    // Again and again: DuckDB forgets an interrupt that comes just before a statement begins.
    const interrupt = () => {
      connection.interrupt()
      interrupting ??= setInterval(interrupt, interruptEveryMs)
    }
    signal.addEventListener('abort', interrupt)
    try {
      await connection.run('begin transaction read only')
      const progress = await progressIn(connection)
      return await work(new Snapshot(connection, { answers: this.#answers, signal, progress, ...long }))
    } finally {
      signal.removeEventListener('abort', interrupt)
      clearInterval(interrupting)
      connection.closeSync()
    }
  }

  /** @throws {InvalidPosition} this is another log; also errors of DuckDB */
  async #follow(store: CopyLog): Promise<void> {
    const { signal } = this.#closing
    const { position } = this.progress
    let events: StoredEvent[] = []
    const verify = () => this.verify(store, events.at(-1))
    for await (const batch of store.follow({ ...(position && { after: position }), signal, verify })) {
      const isCaughtUp = 'caughtUp' in batch
      if (!isCaughtUp && events.push(...batch) < maxBatch) continue
      if (events.length > 0 || !this.progress.isReady) await this.writer.add(events, { isCaughtUp })
      events = []
      const seen = isCaughtUp ? batch.caughtUp : this.progress.position
      if (seen && seen > this.reached) this.reached = seen
      this.#signals.emit('committed')
      this.#onChange()
      // Collect events for one commit. A query that starts to wait ends the pause.
      if (isCaughtUp && this.#signals.listenerCount('committed') === 0)
        await once(this.#signals, 'wanted', { signal: AbortSignal.timeout(commitEveryMs) }).catch(() => {})
    }
  }
}

export async function deleteCopy(file: string): Promise<void> {
  for (const one of [file, `${file}.wal`, `${file}.tmp`]) await rm(one, { recursive: true, force: true })
}
