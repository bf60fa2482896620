import { memoized } from './memoized.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Rome',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day in Europe/Rome, as `YYYY-MM-DD`. @param time ISO 8601, or a Date */
export function romeDay(time: string | Date): string {
  const part = Object.fromEntries(
    format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  )
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`
}

/** The start of a day in Rome, in ms since 1970. @param day `YYYY-MM-DD` */
export function startOfDay(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // One hour ahead of UTC, two in summer: the earlier one that is in that day.
  return [utc - 2 * hourMs, utc - hourMs].find(at => romeDay(new Date(at)) === day) ?? utc
}

/** The end of the day in Rome, which may have 23 or 25 hours. @returns ms since 1970 */
export const endOfDay = (atMs: number): number => startOfDay(daysAfter(romeDay(new Date(atMs)), 1))

const hourFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Rome',
  hour: '2-digit',
  hourCycle: 'h23',
})
export const romeHour = (atMs: number): number => Number(hourFormat.format(new Date(atMs)))

/** When Rome's clock shows on this day what it shows at a time. The clock may skip it: then an hour later. @returns ms since 1970 */
export function sameTimeOn(day: string, atMs: number): number {
  const shownAt = (ms: number) => romeHour(ms) * hourMs + (ms % hourMs)
  const utc = Date.parse(`${day}T00:00:00Z`) + shownAt(atMs)
  const inSummer = utc - 2 * hourMs
  return shownAt(inSummer) === shownAt(atMs) ? inSummer : utc - hourMs
}

/** A number of days later, or earlier. @param day `YYYY-MM-DD` */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The Monday of a week, by its number: 1970 started on a Thursday. @returns `YYYY-MM-DD` */
export const mondayOf = (week: number): string => new Date((week * 7 - 3) * dayMs).toISOString().slice(0, 10)

/** The number of the week that starts on this Monday; null for another day. @param day `YYYY-MM-DD` */
export function weekFrom(day: string): number | null {
  const week = Math.round((Date.parse(`${day}T00:00:00Z`) / dayMs + 3) / 7)
  return Number.isSafeInteger(week) && mondayOf(week) === day ? week : null
}

export const romeUnits = ['day', 'week', 'month'] as const
type RomeUnit = (typeof romeUnits)[number]

/** The first day of each interval by its number, and the number that its time in UTC would have: Rome is ahead of it. */
const intervals: Record<RomeUnit, { first(number: number): string; inUtc(atMs: number): number }> = {
  day: { first: number => daysAfter('1970-01-01', number), inUtc: atMs => Math.floor(atMs / dayMs) },
  week: { first: mondayOf, inUtc: atMs => Math.floor((atMs / dayMs + 3) / 7) },
  month: {
    first: number => new Date(Date.UTC(1970, number)).toISOString().slice(0, 10),
    inUtc: atMs => (new Date(atMs).getUTCFullYear() - 1970) * 12 + new Date(atMs).getUTCMonth(),
  },
}

/** Numbers the days, the weeks from Monday on, or the months in Europe/Rome. The calendar is used once for each: many times fall into few. */
export function romeIntervals(unit: RomeUnit) {
  const { first, inUtc } = intervals[unit]
  const startOf = memoized((number: number) => startOfDay(first(number)))
  return {
    /** In ms since 1970. */
    startOf,
    of(atMs: number): number {
      const number = inUtc(atMs)
      return atMs >= startOf(number + 1) ? number + 1 : number
    },
  }
}

export const romeWeeks = () => romeIntervals('week').of

/** The day, or the Monday of the week, of a time in Europe/Rome, as `YYYY-MM-DD`; and those in `[from, to)`, one more than `maxPoints` at most. */
export type Days = ((atMs: number) => string) & { between(fromMs: number, toMs: number): string[] }

export function daysOf(unit: 'day' | 'week'): Days {
  const weekOf = romeWeeks()
  // The calendar is used once per hour: many times fall into few hours.
  const dayIn = memoized((hour: number) => romeDay(new Date(hour * hourMs)))
  const dayOf = (atMs: number) => dayIn(Math.floor(atMs / hourMs))
  const labelOf = unit === 'day' ? dayOf : (atMs: number) => mondayOf(weekOf(atMs))
  return Object.assign(labelOf, {
    between(fromMs: number, toMs: number) {
      const labels: string[] = []
      const isIn = (label: string) => startOfDay(label) < toMs && labels.length <= maxPoints
      for (let label = labelOf(fromMs); isIn(label); label = daysAfter(label, unit === 'day' ? 1 : 7))
        labels.push(label)
      return labels
    },
  })
}

/** Ten years of days: the most that a trend shows. */
export const maxPoints = 3_660
