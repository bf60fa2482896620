import { memoized } from './memoized.ts'
import { romeDay } from './rome-day.ts'
import { mondayOf, romeWeeks } from './rome-week.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The day, or the Monday of the week, of a time in Europe/Rome, as `YYYY-MM-DD`; and all of them in `[from, to)`. */
export type Days = ((atMs: number) => string) & { between(fromMs: number, toMs: number): string[] }

export function daysOf(unit: 'day' | 'week'): Days {
  const weekOf = romeWeeks()
  // The calendar is used once per hour: many times fall into few hours.
  const dayIn = memoized((hour: number) => romeDay(new Date(hour * hourMs)))
  const dayOf = (atMs: number) => dayIn(Math.floor(atMs / hourMs))
  const labelOf = unit === 'day' ? dayOf : (atMs: number) => mondayOf(weekOf(atMs))
  return Object.assign(labelOf, {
    between(fromMs: number, toMs: number) {
      const labels = new Set<string>()
      for (let atMs = fromMs; atMs < toMs && labels.size < maxLabels; atMs += dayMs / 2)
        labels.add(labelOf(atMs))
      if (toMs > fromMs) labels.add(labelOf(toMs - 1))
      return [...labels]
    },
  })
}

/** Ten years of days. */
const maxLabels = 3_660

/** A number of days later, or earlier. @param day `YYYY-MM-DD` */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
