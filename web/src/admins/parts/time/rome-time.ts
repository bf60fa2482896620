import { romeDay } from '@tba/events/rome-day.ts'
import { lazily } from '../../../components/format.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The start of a day in Rome. Other texts stay. */
export function startOfDay(day: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(utc)) return day
  // One hour ahead of UTC, two in summer.
  const start = [utc - 2 * hourMs, utc - hourMs].find(at => romeDay(new Date(at)) === day)
  return new Date(start ?? utc).toISOString()
}

/** Other texts stay. */
export function daysFrom(day: string, days: number): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(utc) ? day : new Date(utc + days * dayMs).toISOString().slice(0, 10)
}

export function dayOf(at: string): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? '' : romeDay(moment)
}

/** `to` is excluded. */
export function lastDayBefore(at: string): string {
  const moment = new Date(Date.parse(at) - 1)
  return Number.isNaN(moment.getTime()) ? '' : romeDay(moment)
}

const date = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Europe/Rome' } as const
const dayFormat = lazily(() => new Intl.DateTimeFormat('it-IT', date))
const minuteFormat = lazily(
  () => new Intl.DateTimeFormat('it-IT', { ...date, hour: '2-digit', minute: '2-digit' }),
)

/** A day, if it is the start of one. Other texts stay. */
export function momentName(at: string): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return at
  const isDay = Date.parse(startOfDay(romeDay(moment))) === moment.getTime()
  return (isDay ? dayFormat() : minuteFormat()).format(moment)
}

/** «16 nov 2026», «16 nov 2026 – 22 nov 2026». */
export function daysName({ from, to }: { from: string; to: string }): string {
  const [first, last] = [momentName(from), momentName(startOfDay(lastDayBefore(to)))]
  return first === last ? first : `${first} – ${last}`
}

/** A day in an address is its start in Rome. */
export const parseMoment = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? startOfDay(text) : text)
