import { romeDay } from '@tba/events/rome-day.ts'
import { daysFrom, startOfDay } from './rome-time.ts'

/** `[from, to)`, ISO 8601. */
export type Period = { from: string; to: string }

const dayMs = 86_400_000

export const isStartOfDay = (at: string) => startOfDay(romeDay(at)) === at

export const dayNumber = (at: string) => Math.round(Date.parse(`${romeDay(at)}T00:00:00Z`) / dayMs)

/** The same length, directly before or after. Whole days stay whole when the clock changes. */
export function stepped({ from, to }: Period, by: -1 | 1): Period {
  const isOfDays = isStartOfDay(from) && isStartOfDay(to)
  const length = by * (isOfDays ? dayNumber(to) - dayNumber(from) : Date.parse(to) - Date.parse(from))
  if (Number.isNaN(length)) return { from, to }
  const moved = (at: string) =>
    isOfDays ? startOfDay(daysFrom(romeDay(at), length)) : new Date(Date.parse(at) + length).toISOString()
  return { from: moved(from), to: moved(to) }
}
