import { romeDay } from '@tba/events/rome-day.ts'
import { lazily } from '../../../components/format.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The moment in which a day begins in Rome; what is no day is returned as it is. @param day `YYYY-MM-DD` */
export function startOfDay(day: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(utc)) return day
  // One hour ahead of UTC, two in summer: the earlier one that lies in that day already.
  const start = [utc - 2 * hourMs, utc - hourMs].find(at => romeDay(new Date(at)) === day)
  return new Date(start ?? utc).toISOString()
}

/** What is no day is returned as it is. @param days 1: the day after it */
export function daysFrom(day: string, days: number): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(utc) ? day : new Date(utc + days * dayMs).toISOString().slice(0, 10)
}

/** The day of a filter's moment in Rome, for a date field; empty where there is none. */
export function dayOf(at: string): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? '' : romeDay(moment)
}

/** `to` is the moment before which events lie: the last day that is shown whole lies before it. */
export function lastDayBefore(at: string): string {
  const moment = new Date(Date.parse(at) - 1)
  return Number.isNaN(moment.getTime()) ? '' : romeDay(moment)
}

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

/** «16 nov 2026», «16 nov 2026 – 22 nov 2026»: whole days, or the moments where they are none. */
export function daysName({ from, to }: { from: string; to: string }): string {
  const [first, last] = [momentName(from), momentName(startOfDay(lastDayBefore(to)))]
  return first === last ? first : `${first} – ${last}`
}

/** A moment as an address says it; a day, as one writes by hand, is its beginning in Rome. */
export const momentIn = (said: string) => (/^\d{4}-\d\d-\d\d$/.test(said) ? startOfDay(said) : said)
