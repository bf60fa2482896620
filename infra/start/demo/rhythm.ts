import { between, chance } from './random.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The distribution of a day's visits over the hours of Europe/Rome: few at four, most at nine in the evening. */
const byHour = [
  ...[14, 7, 4, 2, 2, 4, 11, 26, 41, 52, 58, 57],
  ...[61, 66, 59, 52, 50, 53, 60, 67, 74, 83, 68, 36],
]
const byWeekday = { Sun: 0.68, Mon: 1.08, Tue: 1.12, Wed: 1.1, Thu: 1.05, Fri: 0.95, Sat: 0.72 }
/** At least the highest rate of any hour in a month. */
const busiest = 160

const clock = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'Europe/Rome', hour: '2-digit', hourCycle: 'h23', weekday: 'short' },
})

/** The hour and the weekday in Europe/Rome. */
export function romeTime(atMs: number): { hour: number; weekday: keyof typeof byWeekday } {
  const [weekday, , hour] = clock.formatToParts(atMs)
  return { hour: Number(hour?.value), weekday: weekday?.value as keyof typeof byWeekday }
}

export type Span = { fromMs: number; untilMs: number }

/** The times of visits in a span, in order: by day and night, weekday and weekend, with growth. */
export function momentsOf({ fromMs, untilMs }: Span, count: number): number[] {
  // Days differ: rain, a newsletter, a match.
  const moods = Array.from({ length: 31 }, () => between(0.85, 1.15))
  const moments: number[] = []
  while (moments.length < count) {
    const atMs = Math.floor(between(fromMs, untilMs))
    const { hour, weekday } = romeTime(atMs)
    const growth = 1 + (0.45 * (atMs - fromMs)) / (untilMs - fromMs)
    const mood = moods[Math.floor((atMs - fromMs) / dayMs)] ?? 1
    if (chance(((byHour[hour] ?? 0) * byWeekday[weekday] * growth * mood) / busiest)) moments.push(atMs)
  }
  return moments.sort((one, other) => one - other)
}
