import { romeDay } from '@tba/events/rome-day.ts'
import { daysFrom, lastDayBefore, startOfDay } from './rome-time.ts'

/** `[from, to)`, ISO 8601. */
export type Period = { from: string; to: string }

const dayMs = 86_400_000

export const isStartOfDay = (at: string) => startOfDay(romeDay(at)) === at

export const dayNumber = (at: string) => Math.round(Date.parse(`${romeDay(at)}T00:00:00Z`) / dayMs)

/** As long, and right before it or right behind it: as many whole days where it has whole days, whatever the clock did in between. */
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

/** A beginning as the address says it: a day where it is the start of one. */
export const fromWord = (from: string) => (isStartOfDay(from) ? romeDay(from) : from)
/** An end likewise: the last day that lies in the period whole. */
export const toWord = (to: string) => (isStartOfDay(to) ? lastDayBefore(to) : to)

/** Null where it is no time. */
export function fromOf(word: string): string | null {
  if (isDay(word)) return startOfDay(word)
  return momentOf(word)
}

/** Null where it is no time. */
export function toOf(word: string): string | null {
  if (isDay(word)) return startOfDay(daysFrom(word, 1))
  return momentOf(word)
}

function momentOf(word: string): string | null {
  const at = new Date(word)
  return /^\d{4}-.*T/.test(word) && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}
