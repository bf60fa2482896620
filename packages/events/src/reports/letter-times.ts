import type { Period } from '../period.ts'
import { romeDay, romeIntervals, romeUnits, sameTimeOn } from '../rome-day.ts'

export const letterEvery = romeUnits
export type LetterEvery = (typeof letterEvery)[number]
/** Each day, on Monday or on the first of the month, at an hour of Rome's clock. */
export type LetterSchedule = { every: LetterEvery; hour: number }

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** An append of the last moment is in the log by then. */
const settledMs = minuteMs

/** When a letter is due. If the clock skips the hour, the next; if it shows it twice, the first. */
function dueIn({ every, hour }: LetterSchedule, interval: number): number {
  const day = romeDay(new Date(romeIntervals(every).startOf(interval)))
  // At the beginning of 1970 Rome's clock was an hour ahead.
  return sameTimeOn(day, (hour - 1) * hourMs) + settledMs
}

const numberOf = (every: LetterEvery, at: string) => romeIntervals(every).of(Date.parse(at))
const startOf = (every: LetterEvery, interval: number) =>
  new Date(romeIntervals(every).startOf(interval)).toISOString()

function lastDue(schedule: LetterSchedule, atMs: number): number {
  const now = romeIntervals(schedule.every).of(atMs)
  return dueIn(schedule, now) <= atMs ? now : now - 1
}

/** The last letter that was due at a time: when, and the start of the closed period that it is about. */
export function lastLetter(schedule: LetterSchedule, atMs: number): { from: string; due: string } {
  const interval = lastDue(schedule, atMs)
  const due = new Date(dueIn(schedule, interval)).toISOString()
  return { from: startOf(schedule.every, interval - 1), due }
}

export const nextLetter = (schedule: LetterSchedule, atMs: number): string =>
  new Date(dueIn(schedule, lastDue(schedule, atMs) + 1)).toISOString()

/** The closed period with this start, and the one before it. */
export function letterPeriods(every: LetterEvery, from: string): { period: Period; before: Period } {
  const interval = numberOf(every, from)
  const whole = (at: number) => ({ from: startOf(every, at), to: startOf(every, at + 1) })
  return { period: whole(interval), before: whole(interval - 1) }
}
