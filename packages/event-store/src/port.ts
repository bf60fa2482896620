/**
 * The event-store port: one ordered log of many streams. Two adapters, one contract suite (`testing/contract`).
 *
 * It carries JSON only. What an event means, and which of its fields are sealed, is decided above it.
 */

/** Zero-based place of an event in its stream. */
export type Revision = number

/**
 * Place of an event in the whole log: opaque, and comparable as text (`a < b` means `a` came earlier).
 * It names the log's generation too, so that a token from before a restore is never mistaken for a new one.
 */
export type Position = string & { readonly position: unique symbol }

export type Expected = Revision | 'no_stream' | 'stream_exists' | 'any'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export type NewEvent = {
  /** A UUID, unique in the log. The same id appended again is recognised, and not written twice. */
  id: string
  type: string
  data: JsonObject
  metadata: JsonObject
  /** ISO 8601. Left out everywhere but in sample data: the log's clock decides. */
  recordedAt?: string
}

export type Recorded = Required<NewEvent> & {
  stream: string
  revision: Revision
  position: Position
}

export type Appended = {
  /** Of the last event of the call. */
  revision: Revision
  position: Position
}

/**
 * Between batches: everything up to here was handed out or did not match. The first marks the end of the catch-up; any may be
 * stored as a cursor, so that a rare filter does not search the same part again.
 */
export type CaughtUp = { caughtUp: Position }

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

export type FollowOptions = { after?: Position; types?: readonly string[]; signal: AbortSignal }

/**
 * Longer than any process goes on trying an append that it has begun, with room for clocks that differ. Between two
 * attempts of another process, `settled` knows nothing of its append.
 */
export const appendsEndWithinMs = 60_000

export interface EventStore {
  /**
   * Appends all events or none, to one stream. A repeat with the same ids succeeds and writes nothing.
   * @throws {RevisionConflict} the stream is not where `expected` says, or old and new ids are mixed
   * @throws {InvalidAppend} an empty or over-sized call, a bad id, type or stream name; nothing was sent
   * @throws {StoreUnavailable} the store did not answer; the outcome is unknown, and a retry with the same ids is safe
   */
  append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<Appended>
  /** A missing stream reads as empty. `from` is inclusive in both directions; backwards starts at the end. */
  read(stream: string, options?: ReadOptions): AsyncIterable<Recorded>
  /** In log order. Forwards ends at what was safely readable when it got there. @throws {InvalidPosition} */
  readAll(options?: ReadAllOptions): AsyncIterable<Recorded>
  /**
   * The events at these positions, in the order asked; those that are no longer there are left out. All of them at once in
   * memory: for a page, not for a log. In EventStoreDB a position that no event stands at costs a third of a second.
   * @throws {InvalidPosition} {StoreUnavailable}
   */
  readAt(positions: readonly Position[]): Promise<readonly Recorded[]>
  /**
   * Catch-up, then live, in batches, at the reader's pace, until the signal aborts or the store closes; outages do not end it.
   * @throws {InvalidPosition}
   */
  follow(options: FollowOptions): AsyncIterable<readonly Recorded[] | CaughtUp>
  /**
   * Deletes what these streams hold before a position, for ever; what stands there and later stays, with its revisions.
   * A stream of which nothing is left reads as missing, and may begin again: at revision 0, or behind its old revisions.
   * PostgreSQL takes it out of the log in one transaction, so few streams at a time; in EventStoreDB readers of the whole
   * log see it until a scavenge.
   * @throws {InvalidPosition} {StoreUnavailable} nobody knows; to repeat it is safe
   */
  deleteStreams(streams: readonly string[], options: { before: Position }): Promise<void>
  /** The position of the newest event, or null in an empty log. What an append has answered is never beyond it. */
  head(): Promise<Position | null>
  /**
   * Waits until every append that was under way at the call, here or in another process, has ended: whatever comes later
   * lies behind what then is there. What readers of the whole log may see holds all of that.
   * @returns false where one is still under way after this time
   * @throws {StoreUnavailable}
   */
  settled(withinMs: number): Promise<boolean>
  /** Finishes the appends that it has taken, then ends followers and connections. */
  close(): Promise<void>
}

export type StreamAppend = { stream: string; events: readonly NewEvent[]; expected: Expected }

/** The port, and what whoever operates a log needs beside it. */
export type OpenedStore = EventStore & {
  /** For how many ms a running transaction, perhaps of another program, has been hiding committed events; 0: none. */
  heldBackMs(): Promise<number>
  /**
   * Appends to many streams, in exactly this order: for a log that nobody else writes to, such as one of sample data. Of
   * several appends to one stream only the first is checked against `expected`. Not atomic: where it fails, the first
   * ones may have been written.
   * @throws what `append` throws, for the first that failed
   */
  appendInOrder(appends: readonly StreamAppend[]): Promise<void>
}

export type StoreOptions = {
  /** The name that the server shows for the connections. */
  applicationName?: string
  pollMs?: number
  /** A follower could not reach the server, and tries again. */
  onOutage?: (error: StoreUnavailable) => void
  /** After every commit: how many appends went together, and how long it took. */
  onCommit?: (committed: { appends: number; durationMs: number }) => void
}

export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict'
  readonly stream: string
  readonly expected: Expected
  /** At the beginning of the transaction; null: the stream does not exist. */
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

/** Not a position of this log, or of a generation before a restore: its reader has to start again. */
export class InvalidPosition extends Error {
  override readonly name = 'InvalidPosition'
}

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
