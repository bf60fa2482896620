import { between } from './random.ts'

const hourMs = 3_600_000

/** How much of a day's visits come in each hour of Europe/Rome: asleep at four, at the telephone at nine in the evening. */
const byHour = [
  ...[14, 7, 4, 2, 2, 4, 11, 26, 41, 52, 58, 57],
  ...[61, 66, 59, 52, 50, 53, 60, 67, 74, 83, 68, 36],
]
const byWeekday = { Sun: 0.68, Mon: 1.08, Tue: 1.12, Wed: 1.1, Thu: 1.05, Fri: 0.95, Sat: 0.72 }

const clock = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'Europe/Rome', hour: '2-digit', hourCycle: 'h23', weekday: 'short' },
})

/** The hour and the weekday that it is in Europe/Rome. */
export function romeTime(atMs: number): { hour: number; weekday: keyof typeof byWeekday } {
  const [weekday, , hour] = clock.formatToParts(atMs)
  return { hour: Number(hour?.value), weekday: weekday?.value as keyof typeof byWeekday }
}

export type Span = { fromMs: number; untilMs: number }

/** The hours of a span, from its beginning on. */
export function hoursOf({ fromMs, untilMs }: Span): number[] {
  return Array.from({ length: Math.ceil((untilMs - fromMs) / hourMs) }, (_, at) => fromMs + at * hourMs)
}

/** So many moments of a span, in their order, as visits come: by day and night, weekday and weekend, and ever more. */
export function momentsOf(span: Span, count: number): Float64Array {
  const { fromMs, untilMs } = span
  const hours = hoursOf(span)
  let [sum, mood] = [0, 1]
  const sums = hours.map(startMs => {
    const { hour, weekday } = romeTime(startMs)
    // No two days are alike: rain, a newsletter, a match.
    if (hour === 0) mood = between(0.85, 1.15)
    const growth = 1 + (0.45 * (startMs - fromMs)) / (untilMs - fromMs)
    sum += (byHour[hour] ?? 0) * byWeekday[weekday] * growth * mood
    return sum
  })
  const drawn = Float64Array.from({ length: count }, () => between(0, sum)).sort()
  let at = 0
  return drawn.map(weight => {
    while (at < hours.length - 1 && (sums[at] ?? 0) < weight) at++
    const [before, after] = [sums[at - 1] ?? 0, sums[at] ?? sum]
    const atMs = (hours[at] ?? fromMs) + ((weight - before) / (after - before)) * hourMs
    return Math.min(untilMs, Math.floor(atMs))
  })
}
