import { romeDay } from '@tba/events/rome-day.ts'
import type { Random } from './random.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How much of a day's visits come in each hour of Europe/Rome: asleep at four, at the telephone at nine in the evening. */
const byHour = [
  ...[14, 7, 4, 2, 2, 4, 11, 26, 41, 52, 58, 57],
  ...[61, 66, 59, 52, 50, 53, 60, 67, 74, 83, 68, 36],
]
/** From Sunday on. */
const byWeekday = [0.68, 1.08, 1.12, 1.1, 1.05, 0.95, 0.72]
/** The business grows: what a month's last day has more than its first. */
const growth = 0.45

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Rome',
  hour: '2-digit',
  hourCycle: 'h23',
  weekday: 'short',
})
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The hour and the weekday (0: Sunday) that it is in Europe/Rome. */
export function romeTime(atMs: number): { hour: number; weekday: number } {
  const part = Object.fromEntries(clock.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return { hour: Number(part.hour), weekday: weekdays.indexOf(part.weekday ?? '') }
}

/** Midnight in Europe/Rome, this many days before today. */
export function romeMidnight(atMs: number, daysBefore: number): number {
  // From noon to noon no clock change can lead to another day.
  const day = romeDay(new Date(Date.parse(`${romeDay(new Date(atMs))}T12:00:00Z`) - daysBefore * dayMs))
  const utc = Date.parse(`${day}T00:00:00Z`)
  const winterOrSummer = [utc - hourMs, utc - 2 * hourMs]
  return (
    winterOrSummer.find(midnight => romeDay(new Date(midnight)) === day && romeTime(midnight).hour === 0) ??
    utc
  )
}

export type Span = { fromMs: number; untilMs: number }

/** So many moments of a span, in their order, as visits come: by day and night, weekday and weekend. */
export function momentsOf({ fromMs, untilMs }: Span, count: number, random: Random): Float64Array {
  const hours = weighedHours({ fromMs, untilMs }, random)
  const total = hours.at(-1)?.sum ?? 0
  // Drawn in their order, so that no list has to be sorted: gaps between such draws are exponential.
  const gaps = Float64Array.from({ length: count + 1 }, () => -Math.log(1 - random.next()))
  const scale = total / gaps.reduce((sum, gap) => sum + gap, 0)
  const moments = new Float64Array(count)
  let [drawn, at] = [0, 0]
  for (let index = 0; index < count; index++) {
    drawn += (gaps[index] ?? 0) * scale
    while (at < hours.length - 1 && (hours[at]?.sum ?? 0) < drawn) at++
    const { startMs, lastsMs, weight, sum } = hours[at] as WeighedHour
    const into = weight > 0 ? Math.min(1, Math.max(0, (drawn - (sum - weight)) / weight)) : 0
    moments[index] = Math.min(untilMs, Math.floor(startMs + into * lastsMs))
  }
  return moments
}

/** `sum`: of all weights up to this one. */
type WeighedHour = { startMs: number; lastsMs: number; weight: number; sum: number }

function weighedHours({ fromMs, untilMs }: Span, random: Random): WeighedHour[] {
  const hours: WeighedHour[] = []
  let sum = 0
  let mood = 1
  for (let startMs = fromMs; startMs < untilMs; startMs += hourMs) {
    const { hour, weekday } = romeTime(startMs)
    // No two days are alike: rain, a newsletter, a match.
    if (hour === 0 || hours.length === 0) mood = random.between(0.85, 1.15)
    const lastsMs = Math.min(hourMs, untilMs - startMs)
    const trend = 1 + (growth * (startMs - fromMs)) / (untilMs - fromMs)
    const weight = ((byHour[hour] ?? 0) * (byWeekday[weekday] ?? 0) * trend * mood * lastsMs) / hourMs
    sum += weight
    hours.push({ startMs, lastsMs, weight, sum })
  }
  return hours
}
