import { romeDay } from '@tba/events/rome-day.ts'
import { daysFrom, lastDayBefore, startOfDay } from './rome-time.ts'

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

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** A day, if it is the start of one. */
export const fromWord = (from: string) => (isStartOfDay(from) ? romeDay(from) : from)
/** The last whole day. */
export const toWord = (to: string) => (isStartOfDay(to) ? lastDayBefore(to) : to)

export function fromOf(word: string): string | null {
  if (isDay(word)) return startOfDay(word)
  return momentOf(word)
}

export function toOf(word: string): string | null {
  if (isDay(word)) return startOfDay(daysFrom(word, 1))
  return momentOf(word)
}

function momentOf(word: string): string | null {
  const at = new Date(word)
  return /^\d{4}-.*T/.test(word) && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}
