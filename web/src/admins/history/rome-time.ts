import { romeDay } from '@tba/events/rome-day.ts'
import { lazily } from '../../shell/lazily.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The moment in which a day begins in Rome. @param day `YYYY-MM-DD` */
export function startOfDay(day: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // One hour ahead of UTC, two in summer: the earlier one that lies in that day already.
  const start = [utc - 2 * hourMs, utc - hourMs].find(at => romeDay(new Date(at)) === day)
  return new Date(start ?? utc).toISOString()
}

/** @param days 1: the day after it */
export const daysFrom = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const date = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Europe/Rome' } as const
const dayFormat = lazily(() => new Intl.DateTimeFormat('it-IT', date))
const minuteFormat = lazily(
  () => new Intl.DateTimeFormat('it-IT', { ...date, hour: '2-digit', minute: '2-digit' }),
)

/** A moment for a filter's name: a day where it is the beginning of one. What is no time is shown as it is. */
export function momentName(at: string): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return at
  const isDay = Date.parse(startOfDay(romeDay(moment))) === moment.getTime()
  return (isDay ? dayFormat() : minuteFormat()).format(moment)
}
