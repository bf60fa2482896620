import { periodOf, type RelativePeriod, relativePeriods } from '@tba/events/funnels/period.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import type { PeriodFilters } from '../filters/filters.ts'
import { isStartOfDay, type Period, stepped } from './periods.ts'
import { daysFrom, momentIn, startOfDay } from './rome-time.ts'

/** Periods that move with the day. */
export const movingNames: Readonly<Record<RelativePeriod, string>> = {
  ...{ today: 'oggi', yesterday: 'ieri', '7d': 'ultimi 7 giorni', '14d': 'ultimi 14 giorni' },
  ...{ '30d': 'ultimi 30 giorni', '90d': 'ultimi 90 giorni', lastWeek: 'settimana scorsa' },
  month: 'questo mese',
}
export const isRelative = (period: string): period is RelativePeriod => Object.hasOwn(movingNames, period)
/** What is none stands as it is. */
export const periodName = (period: string) => (isRelative(period) ? movingNames[period] : period)

/** A period as it was chosen: by a name, with its dates of today, or by its dates alone. An empty date bounds nothing. */
export type Picked = Period & { moving: RelativePeriod | null }

export const movingPeriod = (moving: RelativePeriod, nowMs = Date.now()): Picked => ({
  ...{ moving, ...periodOf(moving, nowMs) },
})

/** By the name that it has today, so that it moves on. */
export function named({ from, to }: Period): Picked {
  const moving = relativePeriods.find(name => {
    const its = periodOf(name, Date.now())
    return its.from === from && its.to === to
  })
  return { from, to, moving: moving ?? null }
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

/** How an address says it. */
export const pickIn =
  (filters: Pick<PeriodFilters, 'setAll'>) =>
  ({ moving, from, to }: Picked) =>
    filters.setAll(moving ? { period: moving, from: '', to: '' } : { period: '', from, to })

/**
 * The period in an address.
 * @param of the value of a name in it
 * @param unchosen what counts where it says none; null: any time
 * @returns with what to ask the server for
 */
export function pickedIn(of: PeriodFilters['of'], unchosen: RelativePeriod | null = null) {
  const [name, own] = [of('period'), { from: momentIn(of('from')), to: momentIn(of('to')) }]
  const isNone = name === '' && own.from === '' && own.to === ''
  const moving = isRelative(name) ? name : isNone ? unchosen : null
  const picked: Picked = moving ? movingPeriod(moving) : { ...own, moving }
  // A name that nobody knows is asked for too: the server says what is wrong with it.
  const said = { period: moving ? '' : name, from: picked.from, to: picked.to }
  return { picked, asked: Object.entries(said).filter(([, value]) => value !== '') }
}
