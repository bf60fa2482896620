/**
 * The event-store port: one ordered log of many streams. Two adapters, one contract suite (`testing/contract`).
 *
 * It carries JSON only. Layers above define what an event means and which fields are sealed.
 */

/** Zero-based index of an event in its stream. */
export type Revision = number

/**
 * The position of an event in the log: opaque, and comparable as text (`a < b`: `a` is earlier). It contains the generation
 * of the log, so that a position from before a restore is never valid after it.
 */
export type Position = string & { readonly position: unique symbol }

export type Expected = Revision | 'no_stream' | 'stream_exists' | 'any'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export type NewEvent = {
  /** A UUID, unique in the log. An append with a known id writes nothing. */
  id: string
  type: string
  data: JsonObject
  metadata: JsonObject
  /** ISO 8601. Only sample data set it: otherwise the log's clock decides. */
  recordedAt?: string
}

export type StoredEvent = Required<NewEvent> & { stream: string; revision: Revision; position: Position }

export type AppendResult = {
  /** Of the last event of the call. */
  revision: Revision
  position: Position
}

/**
 * Comes between batches: all matching events up to here were returned. The first one ends the catch-up. A reader may store
 * any of them as its cursor, so that a rare filter does not search the same part again.
 */
export type CaughtUp = {
  caughtUp: Position
  /** The event there. Absent in an empty log, and where a position names its event (EventStoreDB). */
  seen?: Seen
}

/** An event that a reader has passed. It shows later whether the log still holds it: positions alone can be used again. */
export type Seen = Pick<StoredEvent, 'position' | 'id' | 'stream'>

export type ReadOptions = { from?: Revision; direction?: 'forwards' | 'backwards'; limit?: number }

export type ReadAllOptions = {
  /** Exclusive. */
  after?: Position
  /** Exclusive; where backwards reading starts. */
  before?: Position
  direction?: 'forwards' | 'backwards'
  types?: readonly string[]
  limit?: number
}

export type FollowOptions = {
  after?: Position
  types?: readonly string[]
  signal: AbortSignal
  /**
   * Called before the first event, and on every new connection before the next one: an older log may be there. If it
   * throws, the follower ends, except for StoreUnavailable.
   */
  verify?: (() => Promise<void>) | undefined
}

/**
 * Longer than any process retries an append, with some margin for different clocks. Between two attempts of another process
 * `settled` cannot see its append.
 */
export const appendsEndWithinMs = 60_000

export interface EventStore {
  /**
   * Appends all events or none, to one stream. A retry with the same ids succeeds and writes nothing.
   * @throws {RevisionConflict} the stream is not at `expected`, or old and new ids are mixed
   * @throws {InvalidAppend} an empty or too large call, a bad id, type or stream name; nothing was sent
   * @throws {StoreUnavailable} the store did not answer; the outcome is unknown, and a retry with the same ids is safe
   */
  append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<AppendResult>
  /** A missing stream reads as empty. `from` is inclusive in both directions. Backwards starts at the end. */
  read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>
  /** In log order. Forwards ends at the last event that is safe to read by then. @throws {InvalidPosition} */
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>
  /**
   * The events at these positions, in the given order; missing ones are left out. All are in memory at once: for a page, not
   * for a log. In EventStoreDB a position without an event costs a third of a second.
   * @throws {InvalidPosition} {StoreUnavailable}
   */
  readAt(positions: readonly Position[]): Promise<readonly StoredEvent[]>
  /**
   * Catches up, then follows, in batches, at the reader's speed. Ends when the signal aborts or the store closes, not at an
   * outage.
   * @throws {InvalidPosition}
   */
  follow(options: FollowOptions): AsyncIterable<readonly StoredEvent[] | CaughtUp>
  /**
   * Deletes the events of these streams before a position, for ever. Later events keep their revisions. An emptied stream
   * reads as missing. A new append starts it at revision 0, or after its old revisions.
   * PostgreSQL deletes in one transaction, so pass few streams at a time. In EventStoreDB readers of the whole log see the
   * events until a scavenge.
   * @throws {InvalidPosition} {StoreUnavailable} the outcome is unknown; a retry is safe
   */
  deleteStreams(streams: readonly string[], options: { before: Position }): Promise<void>
  /** Whether readers of the whole log no longer see a deleted event. */
  readonly deletesAtOnce: boolean
  /** The position of the newest event, or null for an empty log. Never before the position that an append returned. */
  head(): Promise<Position | null>
  /**
   * Waits until every append that was running at the call, in any process, has ended. Later appends get positions after the
   * end of the log at that time, and readers of the whole log may read up to there.
   * @returns false if one still runs after this time
   * @throws {StoreUnavailable}
   */
  settled(withinMs: number): Promise<boolean>
  /** Finishes accepted appends, then ends followers and connections. */
  close(): Promise<void>
}

export type StreamAppend = { stream: string; events: readonly NewEvent[]; expected: Expected }

/** The port with additional calls for operators. */
export type OpenedStore = EventStore & {
  /** For how many ms a running transaction, perhaps of another program, has hidden committed events; 0: none. */
  heldBackMs(): Promise<number>
  /**
   * Appends to many streams, in exactly this order, for a log without other writers, such as sample data. Of several appends
   * to one stream only the first is checked against `expected`. Not atomic: if it fails, the first appends may be written.
   * @throws like `append`, for the first failure
   */
  appendInOrder(appends: readonly StreamAppend[]): Promise<void>
}

export type StoreOptions = {
  /** The name of the connections on the server. */
  applicationName?: string
  pollMs?: number
  /** After every commit: its number of appends, and its duration. */
  onCommit?: (committed: { appends: number; durationMs: number }) => void
}

export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict'
  readonly stream: string
  readonly expected: Expected
  /** At the start of the transaction; null: the stream does not exist. */
  readonly actual: Revision | null
  constructor(stream: string, expected: Expected, actual: Revision | null) {
    super(`stream ${stream} is at ${actual ?? 'no revision'}, not at ${expected}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend'
}

/** Not a position of this log, or one from before a restore: the reader has to start again. */
export class InvalidPosition extends Error {
  override readonly name = 'InvalidPosition'
}

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The server can lose acknowledged events, or the log is incomplete, of a newer build, or copied by hand. */
export class UnusableLog extends Error {
  override readonly name = 'UnusableLog'
}
