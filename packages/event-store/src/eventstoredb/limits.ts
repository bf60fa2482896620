/** Our own, on everything: the client's are ignored by appends, reads and subscriptions. */
export const timeouts = {
  /** For the answer to an append or a deletion, and for the next message of a read. */
  answerMs: 5_000,
  /** For the next message where the server searches backwards for types of events, and says nothing meanwhile. */
  searchMs: 60_000,
}

/** A server that starts says that it is not ready, for a quarter of a minute on a busy machine. */
export const startsWithinMs = 60_000

export const retries = {
  /** Of one deletion, against others who write to the same stream. An append goes on until it gives up. */
  lostRaces: 50,
  /** After an outage, with a pause that grows up to the greatest. */
  firstPauseMs: 50,
  greatestPauseMs: 1_000,
  giveUpAfterMs: 15_000,
}

/** Of one batch of a follower; the last event may go beyond it. */
export const batchLimits = { events: 500, bytes: 8 * 1024 * 1024 }

/** In flight at a time, where many appends are written in their order. */
export const inOrderWindow = 64

/** Of events that are read by their positions: readings in flight at a time. */
export const readAtWindow = 16

/** Of streams that are deleted: at a time. */
export const deleteWindow = 32

export const waits = {
  /** The slow poll of the head behind the subscription, which may fall silent. */
  pollMs: 1_000,
  /** Events of a follower that come this soon after one another, and within this time, are one batch. */
  betweenEventsMs: 2,
  ofBatchMs: 20,
  /** How long a stream that was begun anew may read as missing still, and how often is looked. */
  readableMs: 2_000,
  readableEveryMs: 10,
  /** How long an event that may be gone is looked for. */
  goneMs: 300,
  /** Between two attempts to reach the server again, growing up to the greatest. */
  reconnectMs: 100,
  reconnectMaxMs: 2_000,
}

export const reconnectAfterMs = (failures: number): number =>
  Math.min(waits.reconnectMs * 2 ** failures, waits.reconnectMaxMs)

/** Of a reading for a few events that meets those of the system again and again. */
export const scanAtMost = 512

/** How many events the server looks through for one message, where few match. */
export const searchWindow = 500

/**
 * A repeat of an append that expects nothing is recognised among so many of its stream's newest events: more than a visit
 * holds, and no other ids come from outside.
 */
export const repeatedWithin = 2_500
