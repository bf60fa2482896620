import { maxPoints, romeIntervals } from '../rome-day.ts'
import type { trendIntervals } from './definition.ts'

const hourMs = 3_600_000

/** The end of the hour, day, week or month of a time. Rome's offset is whole hours. */
function ends(interval: (typeof trendIntervals)[number]): (atMs: number) => number {
  if (interval === 'hour') return atMs => (Math.floor(atMs / hourMs) + 1) * hourMs
  const { of, startOf } = romeIntervals(interval)
  return atMs => startOf(of(atMs) + 1)
}

/** `[start, end)` of the intervals of a period in Europe/Rome, cut at its bounds, in ms since 1970; one more than `maxPoints` at most. */
export function intervalsIn(
  interval: (typeof trendIntervals)[number],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): [start: number, end: number][] {
  const endOf = ends(interval)
  const intervals: [number, number][] = []
  for (let atMs = fromMs; atMs < toMs && intervals.length <= maxPoints; ) {
    const endMs = Math.min(endOf(atMs), toMs)
    intervals.push([atMs, endMs])
    atMs = endMs
  }
  return intervals
}
