import { maxAppendBytes, maxAppendEvents } from '../check-append.ts'

/**
 * The limits of one writing transaction. It holds back every reader of the log while it runs, so it stays well under 100 ms.
 * One append of the greatest size always fits.
 */
export const batchLimits = { appends: 256, events: maxAppendEvents, bytes: maxAppendBytes }
/** Events that one transaction deletes, for the same reason. */
export const deleteBatchSize = 2_000
export type BatchLimits = typeof batchLimits

/** The memory limits of one page. A larger event comes alone. */
export const pageLimits = { events: 500, bytes: 8 * 1024 * 1024 }
/** The page size grows up to this during a long read. */
export const maxPageEvents = 2_000

export const timeouts = {
  connectMs: 5_000,
  /** On the server. */
  statementMs: 5_000,
  /** On the client, for a server that does not answer. */
  answerMs: 8_000,
  /** No code waits inside a transaction. One that does is broken, and would hold back all readers. */
  idleInTransactionMs: 5_000,
}

export const retries = {
  /** For a batch that lost races against another process. Then its halves are tried. */
  lostRacesTogether: 4,
  /** For one append. Each time another writer was first. */
  lostRacesAlone: 50,
  /** After an outage, with growing pauses: 50, 100, 200, 400, 800 ms. */
  outages: 5,
  firstPauseMs: 50,
  /** Limits all attempts. */
  giveUpAfterMs: 15_000,
}
export type Retries = typeof retries

export const waits = {
  /** A slow poll, because a NOTIFY can get lost. */
  pollMs: 1_000,
  /** Minimum between two NOTIFYs: under load there are hundreds of commits a second. */
  betweenNotifiesMs: 5,
  /** The pause after a read of `manyEvents` or more; shorter after fewer. One large read costs less than many small ones. */
  restMs: 20,
  manyEvents: 100,
  /** The next read while a running transaction holds events back: soon, then less and less often. */
  heldBackMs: 10,
  heldBackMaxMs: 100,
  /** Between attempts to reconnect. */
  reconnectMs: 250,
}
