/** How much goes into one transaction. */
export type Pace = { limit(): number; took(batch: { size: number; transactionMs: number }): void }

export type PaceOptions = { start: number; least: number; most: number; targetMs: number }

/** A writer holds the whole log back, so 100 ms is the end; the target leaves room for a slow moment. */
export const usualPace: PaceOptions = { start: 250, least: 25, most: 1_000, targetMs: 20 }

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
