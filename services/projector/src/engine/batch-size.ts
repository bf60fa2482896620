/** Adapts the number of events or rows per transaction to how long transactions take. */
export type BatchSize = { limit(): number; took(batch: { size: number; transactionMs: number }): void }

export type BatchSizeOptions = { start: number; least: number; most: number; targetMs: number }

/**
 * A transaction hides newer events from all readers of the log, so it should end within 100 ms; the target leaves room
 * for slow moments. Below `least`, a transaction costs more than its rows.
 */
export const usualBatchSize: BatchSizeOptions = { start: 500, least: 500, most: 3_000, targetMs: 35 }

const load = { eventCount: 25, leastMs: 25, mostMs: 250, share: 1 / 5 }

/**
 * The time from the start of a batch to that of the next, unless a full batch is there earlier. The fixed cost of a batch
 * is that of fifty events. So under load batches are spaced, by a quarter of a second at most, such that writing takes
 * about a fifth of the time. A few events are not load: what a customer does is readable at once.
 */
export function intervalMs({ eventCount, tookMs }: { eventCount: number; tookMs: number }): number {
  const underLoadMs = Math.max(load.leastMs, Math.min(load.mostMs, tookMs / load.share))
  return Math.min(1, eventCount / load.eventCount) * underLoadMs
}

/** Halves after a slow transaction, grows by a quarter after a full one that was fast. */
export function batchSize({ start, least, most, targetMs }: BatchSizeOptions = usualBatchSize): BatchSize {
  let limit = start
  return {
    limit: () => limit,
    took({ size, transactionMs }) {
      if (transactionMs > targetMs) limit = Math.max(least, Math.floor(limit / 2))
      else if (size >= limit) limit = Math.min(most, Math.ceil(limit * 1.25))
    },
  }
}
