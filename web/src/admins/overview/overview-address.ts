import { dayNumber, type Period } from '@tba/events/period.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { useState } from 'react'
import { useFilters } from '../parts/filters/filters.ts'
import { periodAround, periodWriter, readPeriod } from '../parts/time/period.ts'
import { dayOf, daysFrom, startOfDay } from '../parts/time/rome-time.ts'

export const filterNames = ['page', 'source', 'device', 'registered', 'bots'] as const

/** The period before. For a period that is not over: up to the same time of day. */
export function comparedWith(period: Period, nowMs: number): Period {
  const before = periodAround(period, -1)
  if (Date.parse(period.to) <= nowMs || Date.parse(period.from) >= nowMs) return before
  const now = new Date(nowMs).toISOString()
  const sameDay = daysFrom(romeDay(before.from), dayNumber(now) - dayNumber(period.from))
  const timeMs = nowMs - Date.parse(startOfDay(romeDay(now)))
  const end = new Date(Date.parse(startOfDay(sameDay)) + timeMs).toISOString()
  return { from: before.from, to: end < before.to ? end : before.to }
}

export function useOverviewAddress() {
  const filters = useFilters()
  // Relative days are those of the last count.
  const [nowMs, setNowMs] = useState(Date.now)
  const { picked, parameters } = readPeriod(filters.of, '7d')
  const to = picked.to || startOfDay(daysFrom(romeDay(new Date(nowMs)), 1))
  const period: Period = { from: picked.from || startOfDay(daysFrom(dayOf(to), -30)), to }
  const isWhole = Date.parse(period.from) < Date.parse(to)
  const compared = isWhole ? comparedWith(period, nowMs) : period
  const chosen = filterNames.flatMap(name =>
    filters.of(name) === '' ? [] : [[name, filters.of(name)] as const],
  )
  const query = new URLSearchParams({
    ...Object.fromEntries(parameters),
    ...period,
    ...(isWhole && { compareFrom: compared.from, compareTo: compared.to }),
    ...Object.fromEntries(chosen),
  }).toString()

  return {
    ...{ filters, query, period, compared, nowMs, chosen },
    picked: { ...picked, ...period },
    pick: periodWriter(filters),
    isLast: Date.parse(period.to) > nowMs,
    again: () => setNowMs(Date.now()),
    /** Sets the filter, or removes it. */
    toggle: (name: string, value: string) =>
      filters.set(name, filters.of(name) === value ? '' : value, { push: true }),
  }
}

export type OverviewAddress = ReturnType<typeof useOverviewAddress>
