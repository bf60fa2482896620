import {
  isStartOfDay,
  type Period,
  periodOf,
  type RelativePeriod,
  relativePeriods,
  shiftPeriod,
} from '@tba/events/period.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import type { Filters } from '../filters/filters.ts'
import { daysFrom, parseMoment, startOfDay } from './rome-time.ts'

export const movingNames: Readonly<Record<RelativePeriod, string>> = {
  ...{ today: 'oggi', yesterday: 'ieri', '7d': 'ultimi 7 giorni', '14d': 'ultimi 14 giorni' },
  ...{ '30d': 'ultimi 30 giorni', '90d': 'ultimi 90 giorni', lastWeek: 'settimana scorsa' },
  month: 'questo mese',
}
export const isRelative = (period: string): period is RelativePeriod => Object.hasOwn(movingNames, period)
/** Unknown names stay. */
export const periodName = (period: string) => (isRelative(period) ? movingNames[period] : period)

/** A chosen period. `moving` is the name of a relative one. An empty date is no limit. */
export type Picked = Period & { moving: RelativePeriod | null }

export const movingPeriod = (moving: RelativePeriod, nowMs = Date.now()): Picked => ({
  ...{ moving, ...periodOf(moving, nowMs) },
})

/** As a relative period, if one has these dates today. */
export function named({ from, to }: Period): Picked {
  const moving = relativePeriods.find(name => {
    const current = periodOf(name, Date.now())
    return current.from === from && current.to === to
  })
  return { from, to, moving: moving ?? null }
}

const monthAround = (day: string, by: -1 | 1) => `${daysFrom(day, by < 0 ? -1 : 31).slice(0, 7)}-01`

/** The period before or after. A calendar month moves by a month. */
export function periodAround(period: Period, by: -1 | 1): Period {
  const [first, behind] = [romeDay(period.from), romeDay(period.to)]
  const isMonth = first.endsWith('-01') && monthAround(first, 1) === behind
  if (!isMonth || !isStartOfDay(period.from) || !isStartOfDay(period.to)) return shiftPeriod(period, by)
  return { from: startOfDay(monthAround(first, by)), to: startOfDay(monthAround(behind, by)) }
}

export const periodWriter =
  (filters: Pick<Filters, 'setAll'>) =>
  ({ moving, from, to }: Picked) =>
    filters.setAll(moving ? { period: moving, from: '', to: '' } : { period: '', from, to })

/** The period in an address, and the parameters for the API. `unchosen`: the default; null: any time. */
export function readPeriod(of: Filters['of'], unchosen: RelativePeriod | null = null) {
  const [name, own] = [of('period'), { from: parseMoment(of('from')), to: parseMoment(of('to')) }]
  const isNone = name === '' && own.from === '' && own.to === ''
  const moving = isRelative(name) ? name : isNone ? unchosen : null
  const picked: Picked = moving ? movingPeriod(moving) : { ...own, moving }
  // The server explains an unknown name.
  const entries = { period: moving ? '' : name, from: picked.from, to: picked.to }
  return { picked, parameters: Object.entries(entries).filter(([, value]) => value !== '') }
}
