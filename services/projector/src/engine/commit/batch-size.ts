/** Adapts the number of events or rows per transaction to how long transactions take. */
export type BatchSize = { limit(): number; took(batch: { size: number; transactionMs: number }): void }

export type BatchSizeOptions = { start: number; min: number; max: number; targetMs: number }

/**
 * A transaction hides newer events from all readers of the log, so it should end within 100 ms; the target leaves room
 * for slow moments. Below `min`, a transaction costs more than its rows.
 */
export const defaultBatchSize: BatchSizeOptions = { start: 500, min: 500, max: 3_000, targetMs: 35 }

const load = { eventCount: 400, maxMs: 250, share: 1 / 5 }

/**
 * The time from the start of a batch to the start of the next, unless a full batch is there earlier. A batch costs as much
 * as fifty of its events. So under heavy load batches are spaced until writing takes a fifth of the time; with fewer
 * events the pause shrinks, and what was appended is readable within milliseconds.
 */
export function intervalMs({ eventCount, tookMs }: { eventCount: number; tookMs: number }): number {
  return Math.min(1, eventCount / load.eventCount) * Math.min(load.maxMs, tookMs / load.share)
}

/** Halves after a slow transaction, grows by a quarter after a full one that was fast. */
export function batchSize({ start, min, max, targetMs }: BatchSizeOptions = defaultBatchSize): BatchSize {
  let limit = start
  return {
    limit: () => limit,
    took({ size, transactionMs }) {
      if (transactionMs > targetMs) limit = Math.max(min, Math.floor(limit / 2))
      else if (size >= limit) limit = Math.min(max, Math.ceil(limit * 1.25))
    },
  }
}
