import { daysAfter, romeDay, sameTimeOn, startOfDay as startOfRomeDay } from '@tba/events/rome-day.ts'
import { dates } from '../../../components/format.ts'

const isDay = (text: string) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** The start of a day in Rome. Other texts stay. */
export const startOfDay = (day: string) => (isDay(day) ? new Date(startOfRomeDay(day)).toISOString() : day)

/** Other texts stay. */
export const addDays = (day: string, days: number) => (isDay(day) ? daysAfter(day, days) : day)

export function dayOf(at: string | number): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? '' : romeDay(moment)
}

/** `to` is excluded. */
export const lastDayBefore = (at: string) => dayOf(Date.parse(at) - 1)

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
const dayFormat = dates(date)
const minuteFormat = dates({ ...date, hour: '2-digit', minute: '2-digit' })

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
/** As events hold it. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && isoTime.test(value) && !Number.isNaN(Date.parse(value))

/** A day, if it is one or the start of one. Other texts stay. */
export function momentName(at: string): string {
  const moment = new Date(parseMoment(at))
  if (Number.isNaN(moment.getTime())) return at
  const isStart = Date.parse(startOfDay(romeDay(moment))) === moment.getTime()
  return (isStart ? dayFormat() : minuteFormat()).format(moment)
}

/** «16 nov 2026», «16 nov 2026 – 22 nov 2026». */
export function daysName({ from, to }: { from: string; to: string }): string {
  const [first, last] = [momentName(from), momentName(startOfDay(lastDayBefore(to)))]
  return first === last ? first : `${first} – ${last}`
}

/** A day in an address is its start in Rome. */
export const parseMoment = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? startOfDay(text) : text)

/** When Rome’s clock shows this. @param time `09:00` */
export const momentOn = (day: string, time: string) =>
  new Date(sameTimeOn(day, Date.parse(`2026-01-01T${time}:00+01:00`))).toISOString()

const clockFormat = dates({ hour: '2-digit', minute: '2-digit' })
/** `09:00`, on Rome’s clock; empty for no time. */
export const clockAt = (at: string) =>
  Number.isNaN(Date.parse(at)) ? '' : clockFormat().format(new Date(at))
