import { memoized } from './memoized.ts'
import { startOfDay } from './rome-day.ts'

const dayMs = 24 * 3_600_000

/** The Monday of a week, by its number: 1970 started on a Thursday. @returns `YYYY-MM-DD` */
export const mondayOf = (week: number): string => new Date((week * 7 - 3) * dayMs).toISOString().slice(0, 10)

/** The number of the week that starts on this Monday; null for another day. @param day `YYYY-MM-DD` */
export function weekFrom(day: string): number | null {
  const week = Math.round((Date.parse(`${day}T00:00:00Z`) / dayMs + 3) / 7)
  return Number.isSafeInteger(week) && mondayOf(week) === day ? week : null
}

/** Numbers the weeks in Europe/Rome, from Monday on. The calendar is used once per week: many times fall into few weeks. */
export function romeWeeks(): (atMs: number) => number {
  const startOf = memoized(startOfWeek)
  return atMs => {
    const week = Math.floor((atMs / dayMs + 3) / 7)
    if (atMs >= startOf(week + 1)) return week + 1
    return atMs < startOf(week) ? week - 1 : week
  }
}

/** The start of the week in Rome, in ms since 1970. */
export const startOfWeek = (week: number): number => startOfDay(mondayOf(week))
