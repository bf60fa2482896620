/** Visits that one statement goes through: more each time, while none of them are wanted. */
const slices = { factor: 4, most: 4_000 }

/**
 * How many the next statement goes through: no more than the time that is left seems to be enough for. Some visits have a
 * row to look at, others thousands. 0: none.
 */
export function nextSize({ size, tookMs, leftMs }: { size: number; tookMs: number; leftMs: number }): number {
  if (leftMs <= 0) return 0
  const inTime = Math.ceil((size * leftMs) / Math.max(tookMs, 1))
  return Math.min(slices.most, size * slices.factor, inTime)
}
