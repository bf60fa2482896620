import { present } from '../present.ts'
import { daysAfter, romeDay, sameTimeOn, startOfDay } from '../rome-day.ts'
import { isHoliday } from './holidays.ts'

export type Opening = {
  /** Monday is 1. `to` may be 24:00. Absent: always open. */
  open?: { days: readonly number[]; from: string; to: string } | undefined
  /** Italian holidays are closed. */
  holidays?: boolean | undefined
}

/** When a day in winter began in Rome. */
const midnight = Date.parse('2026-01-01T00:00:00+01:00')

export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** When Rome's clock shows this time. @returns ms since 1970 */
const timeOn = (day: string, clock: string) =>
  clock === '24:00' ? startOfDay(daysAfter(day, 1)) : sameTimeOn(day, midnight + minutesOf(clock) * 60_000)

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The open time between two moments, in ms since 1970. A day may have 23 or 25 hours. */
export function openHours({ open, holidays }: Opening, fromMs: number, toMs: number) {
  const [starts, ends]: [number[], number[]] = [[], []]
  /** `[i]`: the open time before the start i, in ms. */
  const before: number[] = []
  let total = 0
  function add(startMs: number, endMs: number) {
    starts.push(startMs)
    ends.push(endMs)
    before.push(total)
    total += endMs - startMs
  }
  if (!open && !holidays) add(fromMs, toMs)
  else
    for (let day = romeDay(new Date(fromMs)); startOfDay(day) < toMs; day = daysAfter(day, 1)) {
      if (holidays && isHoliday(day)) continue
      if (open && !open.days.includes(weekday(day))) continue
      const { from, to } = open ?? { from: '00:00', to: '24:00' }
      add(timeOn(day, from), timeOn(day, to))
    }

  const lastWith = (values: readonly number[], atMost: number) => {
    let [low, high] = [0, values.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (present(values[middle]) <= atMost) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  /** The open time up to a moment. */
  function openMs(atMs: number): number {
    const at = lastWith(starts, atMs)
    if (at < 0) return 0
    return present(before[at]) + Math.min(atMs, present(ends[at])) - present(starts[at])
  }
  return {
    openMs,
    /** The moment from which on this much open time passes until `atMs`: the latest one. `-Infinity`: before all of this. */
    back(atMs: number, ms: number): number {
      const wanted = openMs(atMs) - ms
      const at = lastWith(before, wanted)
      return at < 0 ? Number.NEGATIVE_INFINITY : present(starts[at]) + wanted - present(before[at])
    },
  }
}
export type OpenHours = ReturnType<typeof openHours>
