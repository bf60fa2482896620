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
import { addDays, parseMoment, startOfDay } from './rome-time.ts'

export const periodNames: Readonly<Record<RelativePeriod, string>> = {
  ...{ today: 'oggi', yesterday: 'ieri', '7d': 'ultimi 7 giorni', '14d': 'ultimi 14 giorni' },
  ...{ '30d': 'ultimi 30 giorni', '90d': 'ultimi 90 giorni', lastWeek: 'settimana scorsa' },
  month: 'questo mese',
}
export const isRelative = (period: string): period is RelativePeriod => Object.hasOwn(periodNames, period)
/** Unknown names stay. */
export const periodName = (period: string) => (isRelative(period) ? periodNames[period] : period)

/** A chosen period. `relative` is the name of a relative one. An empty date is no limit. */
export type PickedPeriod = Period & { relative: RelativePeriod | null }

export const pickRelative = (relative: RelativePeriod, nowMs = Date.now()): PickedPeriod => ({
  ...{ relative, ...periodOf(relative, nowMs) },
})

/** As a relative period, if one has these dates today. */
export function pickDates({ from, to }: Period): PickedPeriod {
  const relative = relativePeriods.find(name => {
    const current = periodOf(name, Date.now())
    return current.from === from && current.to === to
  })
  return { from, to, relative: relative ?? null }
}

const shiftMonth = (day: string, by: -1 | 1) => `${addDays(day, by < 0 ? -1 : 31).slice(0, 7)}-01`

/** The period before or after. A calendar month moves by a month. */
export function stepPeriod(period: Period, by: -1 | 1): Period {
  const [first, end] = [romeDay(period.from), romeDay(period.to)]
  const isMonth = first.endsWith('-01') && shiftMonth(first, 1) === end
  if (!isMonth || !isStartOfDay(period.from) || !isStartOfDay(period.to)) return shiftPeriod(period, by)
  return { from: startOfDay(shiftMonth(first, by)), to: startOfDay(shiftMonth(end, by)) }
}

export const periodWriter =
  (filters: Pick<Filters, 'setAll'>) =>
  ({ relative, from, to }: PickedPeriod) =>
    filters.setAll(relative ? { period: relative, from: '', to: '' } : { period: '', from, to })

/** The period in an address, and the parameters for the API. `defaultPeriod` null: any time. */
export function readPeriod(of: Filters['get'], defaultPeriod: RelativePeriod | null = null) {
  const [name, own] = [of('period'), { from: parseMoment(of('from')), to: parseMoment(of('to')) }]
  const isNone = name === '' && own.from === '' && own.to === ''
  const relative = isRelative(name) ? name : isNone ? defaultPeriod : null
  const picked: PickedPeriod = relative ? pickRelative(relative) : { ...own, relative }
  // The server explains an unknown name.
  const entries = { period: relative ? '' : name, from: picked.from, to: picked.to }
  return { picked, parameters: Object.entries(entries).filter(([, value]) => value !== '') }
}
