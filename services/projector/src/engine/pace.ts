/** How much goes into one transaction. */
export type Pace = { limit(): number; took(batch: { size: number; transactionMs: number }): void }

export type PaceOptions = { start: number; least: number; most: number; targetMs: number }

/**
 * A writer holds the whole log back, so 100 ms is the end; the target leaves room for a slow moment. The least is what
 * any database writes in a few milliseconds: below it a transaction costs more than its rows.
 */
export const usualPace: PaceOptions = { start: 500, least: 250, most: 2_000, targetMs: 25 }

const load = { eventCount: 25, leastMs: 25, mostMs: 250, share: 1 / 5 }

/**
 * From the beginning of one batch to that of the next, where a full one is not there before. What a batch costs, however
 * small, is what fifty events in it cost: so under load they wait for company, a quarter of a second at most, and take
 * about a fifth of the time. A few events are no load, and what a customer does is readable at once.
 */
export function intervalMs({ eventCount, tookMs }: { eventCount: number; tookMs: number }): number {
  const underLoadMs = Math.max(load.leastMs, Math.min(load.mostMs, tookMs / load.share))
  return Math.min(1, eventCount / load.eventCount) * underLoadMs
}

/** Halves after a slow transaction, grows by a quarter after a full one that was fast. */
export function pace({ start, least, most, targetMs }: PaceOptions = usualPace): Pace {
  let limit = start
  return {
    limit: () => limit,
    took({ size, transactionMs }) {
      if (transactionMs > targetMs) limit = Math.max(least, Math.floor(limit / 2))
      else if (size >= limit) limit = Math.min(most, Math.ceil(limit * 1.25))
    },
  }
}
