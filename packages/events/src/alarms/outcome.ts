import { memoized } from '../memoized.ts'
import { present } from '../present.ts'
import { daysAfter, romeDay, sameTimeOn } from '../rome-day.ts'
import type { AlarmDefinition } from './definition.ts'
import type { AlarmOutcome } from './events.ts'
import type { OpenHours } from './open-hours.ts'

/** By minute, in its order: how many events it has, or one entry for each unit in it. `at` in ms since 1970. */
export type Minutes = { at: readonly number[]; count: readonly number[]; unit: readonly bigint[] | null }

/** What the log has about an alarm. `alive`: everything that visitors did. `firstMs`: of its first event; null: it is empty. */
export type AlarmPoints = { matching: Minutes; alive: Minutes; firstMs: number | null }

/** The count in `[fromMs, toMs)`. It is fast if each window lies near the one before. */
function countIn({ at, count, unit }: Minutes): (fromMs: number, toMs: number) => number {
  let [from, to, sum] = [0, 0, 0]
  const held = new Map<bigint, number>()
  function add(index: number, sign: 1 | -1) {
    sum += sign * present(count[index])
    if (!unit) return
    const times = (held.get(present(unit[index])) ?? 0) + sign
    if (times === 0) held.delete(present(unit[index]))
    else held.set(present(unit[index]), times)
  }
  return (fromMs, toMs) => {
    while (from > 0 && present(at[from - 1]) >= fromMs) add(--from, 1)
    while (to < at.length && present(at[to]) < toMs) add(to++, 1)
    while (from < to && present(at[from]) < fromMs) add(from++, -1)
    while (to > from && present(at[to - 1]) >= toMs) add(--to, -1)
    return unit ? held.size : sum
  }
}

export const comparedWeeks = 4
const hourMs = 3_600_000

/** How far a count must lie from the weeks before, in standard deviations. */
const noise = 3

/** Whether the count differs by `percent` or more from the weeks before, and by more than chance explains. */
export function differs(count: number, before: readonly number[], percent: number): boolean {
  const weeks = before.length
  const mean = before.reduce((sum, value) => sum + value, 0) / weeks
  const change = count - mean
  if (percent < 0 ? change > (mean * percent) / 100 : change < (mean * percent) / 100) return false
  // The larger of chance alone (Poisson) and what the weeks differ from each other.
  const spread = before.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (weeks - 1)
  return change ** 2 > noise ** 2 * Math.max(mean, spread) * (1 + 1 / weeks)
}

/**
 * What an alarm says at a moment, for moments in order. Only whole minutes count.
 * @param hours covers all windows
 */
export function outcomes(definition: AlarmDefinition, points: AlarmPoints, hours: OpenHours) {
  const { kind, value = 0, least = 1 } = definition
  const matching = countIn(points.matching)
  const alive = countIn(points.alive)
  const weekly = Array.from({ length: comparedWeeks }, (_, index) => ({
    count: countIn(points.matching),
    // The calendar is used once per hour.
    start: memoized((hour: number) => {
      const at = hour * hourMs
      return sameTimeOn(daysAfter(romeDay(new Date(at)), -7 * (index + 1)), at)
    }),
  }))
  const startOf = (endMs: number) => hours.back(endMs, definition.hours * hourMs)
  const isBefore = (ms: number) => points.firstMs === null || ms < points.firstMs

  return (atMs: number): AlarmOutcome => {
    const end = atMs - (atMs % 60_000)
    const start = startOf(end)
    if (isBefore(start)) return { is: 'unknown', reason: 'young' }
    if (alive(start, end) === 0) return { is: 'unknown', reason: 'nothing' }
    const count = matching(start, end)
    const answer = (isMet: boolean): AlarmOutcome => ({ is: isMet ? 'met' : 'clear', value: count })
    if (kind === 'silence') return answer(count === 0)
    if (kind === 'below') return answer(count < value)
    if (kind === 'above') return answer(count > value)
    const before: number[] = []
    for (const week of weekly) {
      const then = week.start(Math.floor(end / hourMs)) + (end % hourMs)
      const since = startOf(then)
      if (!isBefore(since)) before.push(week.count(since, then))
    }
    if (before.length < 2) return { is: 'unknown', reason: 'young' }
    const sum = before.reduce((total, week) => total + week, 0)
    return answer(sum >= least * before.length && differs(count, before, value))
  }
}
