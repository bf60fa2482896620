import { periodOf, type RelativePeriod, relativePeriods } from '@tba/events/funnels/period.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { useState } from 'react'
import { dayNumber, isStartOfDay, type Period, stepped } from '../funnels/periods.ts'
import { isRelative } from '../funnels/words.ts'
import { addressReader, useFilters } from '../parts/filters.ts'
import { daysFrom, momentIn, startOfDay } from '../parts/rome-time.ts'

const unchosen: RelativePeriod = '7d'
export const filterNames = ['page', 'source', 'device', 'bots'] as const

function momentOf(word: string): string | null {
  const at = Date.parse(momentIn(word))
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** @param day the first one of a month */
const monthAround = (day: string, by: -1 | 1) => `${daysFrom(day, by < 0 ? -1 : 31).slice(0, 7)}-01`

/** The period before or behind: of a month of the calendar the one before or behind it. */
export function periodAround(period: Period, by: -1 | 1): Period {
  const [first, behind] = [romeDay(period.from), romeDay(period.to)]
  const isMonth = first.endsWith('-01') && monthAround(first, 1) === behind
  if (!isMonth || !isStartOfDay(period.from) || !isStartOfDay(period.to)) return stepped(period, by)
  return { from: startOfDay(monthAround(first, by)), to: startOfDay(monthAround(behind, by)) }
}

/** What a period is compared with: the one before; of one that is not over as much as has passed, to the same time of day. */
export function comparedWith(period: Period, nowMs: number): Period {
  const before = periodAround(period, -1)
  if (Date.parse(period.to) <= nowMs || Date.parse(period.from) >= nowMs) return before
  const now = new Date(nowMs).toISOString()
  const sameDay = daysFrom(romeDay(before.from), dayNumber(now) - dayNumber(period.from))
  const timeMs = nowMs - Date.parse(startOfDay(romeDay(now)))
  const end = new Date(Date.parse(startOfDay(sameDay)) + timeMs).toISOString()
  return { from: before.from, to: end < before.to ? end : before.to }
}

/** What is counted, as the address of the page says it under the names of the call. */
export function useOverviewAddress() {
  const filters = useFilters()
  // Days that move, and how much of today has passed, are those of the last count.
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
  const asked = [
    ...Object.entries(period),
    ...(isWhole ? Object.entries({ compareFrom: compared.from, compareTo: compared.to }) : []),
    ...chosen,
  ]

  /** A period that moves with the day stands in the address by its name, also one that arrows lead to. */
  function show(next: Period) {
    const name = relativePeriods.find(each => {
      const its = periodOf(each, Date.now())
      return its.from === next.from && its.to === next.to
    })
    filters.setAll(name ? { period: name, from: '', to: '' } : { period: '', ...next })
  }

  return {
    ...{ filters, unread, period, compared, nowMs, chosen },
    /** Null: the days are one's own. */
    moving: isOwn ? null : (moving ?? unchosen),
    /** Null: the address cannot be read, and without that part something else would be counted. */
    query: unread.length > 0 ? null : new URLSearchParams(asked.map(([...pair]) => pair)).toString(),
    isLast: Date.parse(period.to) > nowMs,
    step: (by: -1 | 1) => show(periodAround(period, by)),
    move: (name: string) => filters.setAll({ period: name, from: '', to: '' }),
    own: (days: Partial<Period>) => filters.setAll({ period: '', ...period, ...days }),
    again: () => setNowMs(Date.now()),
    /** Narrows to this value, or no longer where it is the one. */
    turn: (name: string, value: string) =>
      filters.set(name, filters.of(name) === value ? '' : value, { push: true }),
  }
}

export type OverviewAddress = ReturnType<typeof useOverviewAddress>
