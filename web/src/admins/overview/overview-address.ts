import { dayNumber, type Period } from '@tba/events/period.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { useState } from 'react'
import { useFilters } from '../parts/filters/filters.ts'
import { periodWriter, readPeriod, stepPeriod } from '../parts/time/period.ts'
import { addDays, dayOf, startOfDay } from '../parts/time/rome-time.ts'

export const filterNames = ['page', 'source', 'device', 'registered', 'bots'] as const

/** The period before. For a period that is not over: up to the same time of day. */
export function comparisonPeriod(period: Period, nowMs: number): Period {
  const before = stepPeriod(period, -1)
  if (Date.parse(period.to) <= nowMs || Date.parse(period.from) >= nowMs) return before
  const now = new Date(nowMs).toISOString()
  const sameDay = addDays(romeDay(before.from), dayNumber(now) - dayNumber(period.from))
  const timeMs = nowMs - Date.parse(startOfDay(romeDay(now)))
  const end = new Date(Date.parse(startOfDay(sameDay)) + timeMs).toISOString()
  return { from: before.from, to: end < before.to ? end : before.to }
}

export function useOverviewAddress() {
  const filters = useFilters()
  // Relative days are those of the last count.
  const [nowMs, setNowMs] = useState(Date.now)
  const { picked, parameters } = readPeriod(filters.get, '7d')
  const to = picked.to || startOfDay(addDays(romeDay(new Date(nowMs)), 1))
  const period: Period = { from: picked.from || startOfDay(addDays(dayOf(to), -30)), to }
  const isValid = Date.parse(period.from) < Date.parse(to)
  const compared = isValid ? comparisonPeriod(period, nowMs) : period
  const chosen = filterNames.flatMap(name =>
    filters.get(name) === '' ? [] : [[name, filters.get(name)] as const],
  )
  const query = new URLSearchParams({
    ...Object.fromEntries(parameters),
    ...period,
    ...(isValid && { compareFrom: compared.from, compareTo: compared.to }),
    ...Object.fromEntries(chosen),
  }).toString()

  return {
    ...{ filters, query, period, compared, nowMs, chosen },
    picked: { ...picked, ...period },
    pick: periodWriter(filters),
    isLast: Date.parse(period.to) > nowMs,
    recount: () => setNowMs(Date.now()),
    /** Sets the filter, or removes it. */
    toggle: (name: string, value: string) =>
      filters.set(name, filters.get(name) === value ? '' : value, { push: true }),
  }
}

export type OverviewAddress = ReturnType<typeof useOverviewAddress>
