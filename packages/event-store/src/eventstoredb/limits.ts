/** Our own, for everything: appends, reads and subscriptions ignore the client's. */
export const timeouts = {
  /** For the answer to an append or a deletion, and for the next message of a read. */
  answerMs: 5_000,
  /** For the next message of a backward search for event types: the server sends nothing until it finds one. */
  searchMs: 60_000,
}

/** A starting server reports that it is not ready, for a quarter of a minute on a busy machine. */
export const startsWithinMs = 60_000

export const retries = {
  /** Of one deletion, against other writers of the same stream. */
  lostRaces: 50,
  /** Of an append, from the call on. */
  giveUpAfterMs: 15_000,
}

/** The pause before the next attempt during an outage. */
export const pauseAfterMs = (failures: number): number => Math.min(50 * 2 ** failures, 1_000)

/** Of one batch of a follower. The last event may exceed the bytes. */
export const batchLimits = { events: 500, bytes: 8 * 1024 * 1024 }

/** The maximum in flight: appends in order, reads of events by position, and streams that are deleted. */
export const inOrderWindow = 64
export const readAtWindow = 16
export const deleteWindow = 32

export const waits = {
  /** A slow poll of the head, because a subscription may fall silent. */
  pollMs: 1_000,
  /** Events of a follower that come this soon after one another, and within this time, are one batch. */
  betweenEventsMs: 2,
  ofBatchMs: 20,
  /** How long a restarted stream may still read as missing, and how often it is read. */
  readableMs: 2_000,
  readableEveryMs: 10,
  /** How long an event is looked for that may have been deleted. */
  deletedMs: 300,
}

/** Events of one read that looks for a few events among many of the system. */
export const maxScan = 512

/** The number of events that the server searches for one message. */
export const searchWindow = 500

/**
 * A repeat of an append that expects no revision is recognised among this many of the newest events of its stream: more than
 * a visit holds. No other ids come from outside.
 */
export const maxRepeatSearch = 2_500
