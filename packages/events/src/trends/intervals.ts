import { daysAfter, endOfDay, maxPoints, romeDay, romeWeeks, startOfDay, startOfWeek } from '../rome-day.ts'
import type { trendIntervals } from './definition.ts'

const hourMs = 3_600_000

/** The end of the hour, day, week or month of a time. Rome's offset is whole hours. */
const endOf: Record<(typeof trendIntervals)[number], (atMs: number) => number> = {
  hour: atMs => (Math.floor(atMs / hourMs) + 1) * hourMs,
  day: endOfDay,
  week: atMs => startOfWeek(romeWeeks()(atMs) + 1),
  month(atMs) {
    const first = (day: string) => `${day.slice(0, 7)}-01`
    return startOfDay(first(daysAfter(first(romeDay(new Date(atMs))), 31)))
  },
}

/** `[start, end)` of the intervals of a period in Europe/Rome, cut at its bounds, in ms since 1970; one more than `maxPoints` at most. */
export function intervalsIn(
  interval: keyof typeof endOf,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): [start: number, end: number][] {
  const intervals: [number, number][] = []
  for (let atMs = fromMs; atMs < toMs && intervals.length <= maxPoints; ) {
    const endMs = Math.min(endOf[interval](atMs), toMs)
    intervals.push([atMs, endMs])
    atMs = endMs
  }
  return intervals
}
