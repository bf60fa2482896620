import { maxAppendBytes, maxAppendEvents } from '../check-append.ts'

/**
 * What one transaction of ours may write. While it runs, it holds every reader of the log back, so it is kept well
 * under 100 ms; one append of the greatest size always fits.
 */
export const batchLimits = {
  appends: 256,
  /** Leaves room for other streams. */
  appendsOfStream: 64,
  events: maxAppendEvents,
  bytes: maxAppendBytes,
}
/** Events that one transaction deletes, for the same reason. */
export const deletedAtOnce = 2_000
export type BatchLimits = typeof batchLimits

/** What one page of a read may hold in memory; an event that is greater comes alone. */
export const pageLimits = { events: 500, bytes: 8 * 1024 * 1024 }
/** Of a read through the log, whose pages grow as it goes on. */
export const longestPageEvents = 2_000

export const timeouts = {
  connectMs: 5_000,
  /** Set on the server, which then gives up. */
  statementMs: 5_000,
  /** Set on the client, for a server that does not answer at all. */
  answerMs: 8_000,
  /** No code here waits inside a transaction. One that does is broken, and would hold all readers back. */
  idleInTransactionMs: 5_000,
}

export const retries = {
  /** Of a batch that lost a race against another process; then its halves are tried. */
  lostRacesTogether: 4,
  /** Of one append, which meets at most one winner each time. */
  lostRacesAlone: 50,
  /** After an outage, with a growing pause: 50, 100, 200, 400, 800 ms. */
  outages: 5,
  firstPauseMs: 50,
  /** However many attempts are left. */
  giveUpAfterMs: 15_000,
}
export type Retries = typeof retries

export const waits = {
  /** The slow poll behind NOTIFY, which may get lost. */
  pollMs: 1_000,
  /** At least this long between two NOTIFYs: under load there are hundreds of commits a second. */
  betweenNewsMs: 5,
  /** The pause after a read that found `manyEvents` or more, less after fewer: one large read costs less than many small ones. */
  restMs: 20,
  manyEvents: 100,
  /** The next read while a running transaction holds committed events back: soon, then less and less often. */
  heldBackMs: 10,
  heldBackMaxMs: 100,
  /** Between two attempts to reach the server again. */
  reconnectMs: 250,
}
