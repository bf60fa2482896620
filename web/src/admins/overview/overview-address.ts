import { periodOf, type RelativePeriod } from '@tba/events/funnels/period.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { useState } from 'react'
import { addressReader, useFilters } from '../parts/filters/filters.ts'
import { isRelative, periodAround, periodWriter } from '../parts/time/period.ts'
import { dayNumber, type Period } from '../parts/time/periods.ts'
import { daysFrom, parseMoment, startOfDay } from '../parts/time/rome-time.ts'

const unchosen: RelativePeriod = '7d'
export const filterNames = ['page', 'source', 'device', 'registered', 'bots'] as const

function momentOf(word: string): string | null {
  const at = Date.parse(parseMoment(word))
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

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
  const { one, unread } = addressReader(filters.params)
  const moving = one('period', word => (isRelative(word) ? word : null))
  const [from, to] = [one('from', momentOf), one('to', momentOf)]
  const isOwn = moving === null && (from !== null || to !== null)
  const tomorrow = startOfDay(daysFrom(romeDay(new Date(nowMs)), 1))
  const period: Period = isOwn
    ? { from: from ?? startOfDay(daysFrom(romeDay(to ?? tomorrow), -30)), to: to ?? tomorrow }
    : periodOf(moving ?? unchosen, nowMs)
  const isWhole = period.from < period.to
  const compared = comparedWith(period, nowMs)
  const chosen = filterNames.flatMap(name =>
    filters.of(name) === '' ? [] : [[name, filters.of(name)] as const],
  )
  const parameters = [
    ...Object.entries(period),
    ...(isWhole ? Object.entries({ compareFrom: compared.from, compareTo: compared.to }) : []),
    ...chosen,
  ]

  return {
    ...{ filters, unread, period, compared, nowMs, chosen },
    picked: { ...period, moving: isOwn ? null : (moving ?? unchosen) },
    pick: periodWriter(filters),
    /** Null: a part cannot be read. Without it, something else would be counted. */
    query: unread.length > 0 ? null : new URLSearchParams(parameters.map(([...pair]) => pair)).toString(),
    isLast: Date.parse(period.to) > nowMs,
    again: () => setNowMs(Date.now()),
    /** Sets the filter, or removes it. */
    toggle: (name: string, value: string) =>
      filters.set(name, filters.of(name) === value ? '' : value, { push: true }),
  }
}

export type OverviewAddress = ReturnType<typeof useOverviewAddress>
