import { romeDay } from '../rome-day.ts'
import { daysAfter, startOfDay } from '../rome-days.ts'
import { mondayOf, romeWeeks } from '../rome-week.ts'

/** Periods that move with the day on which they are asked about. */
export const relativePeriods = ['today', 'yesterday', '7d', '14d', '30d', '90d', 'lastWeek', 'month'] as const
export type RelativePeriod = (typeof relativePeriods)[number]

export type Period = { from: string; to: string }

/** Whole days of Europe/Rome, up to and with the day of `nowMs` where the name says nothing else. @returns `[from, to)` */
export function periodOf(name: RelativePeriod, nowMs: number): Period {
  return moments(daysIn(name, nowMs))
}

/** The period of the same kind right before. */
export function periodBefore(name: RelativePeriod, nowMs: number): Period {
  const { from, to } = daysIn(name, nowMs)
  if (name === 'month') return moments({ from: firstOfMonth(daysAfter(from, -1)), to: from })
  const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
  return moments({ from: daysAfter(from, -length), to: from })
}

function daysIn(name: RelativePeriod, nowMs: number): Period {
  const today = romeDay(new Date(nowMs))
  const tomorrow = daysAfter(today, 1)
  switch (name) {
    case 'today':
      return { from: today, to: tomorrow }
    case 'yesterday':
      return { from: daysAfter(today, -1), to: today }
    case 'lastWeek': {
      const week = romeWeeks()(nowMs)
      return { from: mondayOf(week - 1), to: mondayOf(week) }
    }
    case 'month': {
      const first = firstOfMonth(today)
      return { from: first, to: firstOfMonth(daysAfter(first, 31)) }
    }
    default:
      return { from: daysAfter(tomorrow, -Number.parseInt(name, 10)), to: tomorrow }
  }
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

const moments = ({ from, to }: Period): Period => ({
  from: new Date(startOfDay(from)).toISOString(),
  to: new Date(startOfDay(to)).toISOString(),
})
