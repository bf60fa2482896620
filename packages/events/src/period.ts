import { daysAfter, mondayOf, romeDay, romeWeeks, startOfDay } from './rome-day.ts'

/** Periods relative to the present day. */
export const relativePeriods = ['today', 'yesterday', '7d', '14d', '30d', '90d', 'lastWeek', 'month'] as const
export type RelativePeriod = (typeof relativePeriods)[number]

/** `[from, to)`, ISO 8601. */
export type Period = { from: string; to: string }

type Bounds<T> = { from?: T | undefined; to?: T | undefined }
export const isPeriod = <T extends string | number>({ from, to }: Bounds<T>) =>
  from === undefined || to === undefined || from < to
/** `error`, not `message`: zod takes that one out of the object. */
export const emptyPeriod = { error: 'Il periodo finisce prima di cominciare', path: ['to'] }

/** Whole days in Europe/Rome, up to and with the day of `nowMs` if the name does not say otherwise. @returns `[from, to)` */
export const periodOf = (name: RelativePeriod, nowMs: number): Period => toTimes(daysIn(name, nowMs))

/** The period of the same kind right before. */
export function periodBefore(name: RelativePeriod, nowMs: number): Period {
  const { from, to } = daysIn(name, nowMs)
  if (name === 'month') return toTimes({ from: firstOfMonth(daysAfter(from, -1)), to: from })
  return shiftPeriod(toTimes({ from, to }), -1)
}

export const isStartOfDay = (at: string) => startOfDay(romeDay(at)) === Date.parse(at)

export const dayNumber = (at: string) => Math.round(Date.parse(`${romeDay(at)}T00:00:00Z`) / 86_400_000)

/** The same length, directly before or after. Whole days stay whole when the clock changes. Invalid dates stay. */
export function shiftPeriod({ from, to }: Period, by: -1 | 1): Period {
  const lengthMs = by * (Date.parse(to) - Date.parse(from))
  if (Number.isNaN(lengthMs)) return { from, to }
  if (isStartOfDay(from) && isStartOfDay(to)) {
    const days = by * (dayNumber(to) - dayNumber(from))
    return toTimes({ from: daysAfter(romeDay(from), days), to: daysAfter(romeDay(to), days) })
  }
  const shift = (at: string) => new Date(Date.parse(at) + lengthMs).toISOString()
  return { from: shift(from), to: shift(to) }
}

function daysIn(name: RelativePeriod, nowMs: number): Period {
  const today = romeDay(new Date(nowMs))
  const [tomorrow, month] = [daysAfter(today, 1), firstOfMonth(today)]
  if (name === 'today') return { from: today, to: tomorrow }
  if (name === 'yesterday') return { from: daysAfter(today, -1), to: today }
  if (name === 'month') return { from: month, to: firstOfMonth(daysAfter(month, 31)) }
  if (name !== 'lastWeek') return { from: daysAfter(tomorrow, -Number.parseInt(name, 10)), to: tomorrow }
  const week = romeWeeks()(nowMs)
  return { from: mondayOf(week - 1), to: mondayOf(week) }
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

const toTimes = ({ from, to }: Period): Period => ({
  from: new Date(startOfDay(from)).toISOString(),
  to: new Date(startOfDay(to)).toISOString(),
})
