import {
  dayNumber,
  isStartOfDay,
  type Period,
  periodOf,
  type RelativePeriod,
  relativePeriods,
  shiftPeriod,
} from '@tba/events/period.ts'
import { romeDay, sameTimeOn } from '@tba/events/rome-day.ts'
import type { Filters } from '../filters/filters.ts'
import { addDays, parseMoment, startOfDay } from './rome-time.ts'

export const periodNames: Readonly<Record<RelativePeriod, string>> = {
  today: 'oggi',
  yesterday: 'ieri',
  '7d': 'ultimi 7 giorni',
  '14d': 'ultimi 14 giorni',
  '30d': 'ultimi 30 giorni',
  '90d': 'ultimi 90 giorni',
  lastWeek: 'settimana scorsa',
  month: 'questo mese',
}
export const isRelative = (period: string): period is RelativePeriod => Object.hasOwn(periodNames, period)
/** Unknown names stay. */
export const periodName = (period: string) => (isRelative(period) ? periodNames[period] : period)

/** A chosen period. `relative` is the name of a relative one. An empty date is no limit. */
export type PickedPeriod = Period & { relative: RelativePeriod | null }

export const pickRelative = (relative: RelativePeriod, nowMs = Date.now()): PickedPeriod => ({
  relative,
  ...periodOf(relative, nowMs),
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

/** The period in an address at present, and the parameters for a call: see `datedAddress`. `defaultPeriod` null: any time. */
export function readPeriod(
  of: Filters['get'],
  defaultPeriod: RelativePeriod | null = null,
  nowMs = Date.now(),
) {
  const [name, own] = [of('period'), { from: parseMoment(of('from')), to: parseMoment(of('to')) }]
  const isNone = name === '' && own.from === '' && own.to === ''
  const relative = isRelative(name) ? name : isNone ? defaultPeriod : null
  const picked: PickedPeriod = relative ? pickRelative(relative, nowMs) : { ...own, relative }
  // The server explains an unknown name.
  const entries = relative ? { period: relative } : { period: name, ...own }
  return { picked, parameters: Object.entries(entries).filter(([, value]) => value !== '') }
}

/** The period before. For a period that is not over: up to the same time of day on Rome's clock. */
export function comparisonPeriod(period: Period, nowMs: number): Period {
  const before = stepPeriod(period, -1)
  if (Date.parse(period.to) <= nowMs || Date.parse(period.from) >= nowMs) return before
  const now = new Date(nowMs).toISOString()
  const sameDay = addDays(romeDay(before.from), dayNumber(now) - dayNumber(period.from))
  const end = new Date(sameTimeOn(sameDay, nowMs)).toISOString()
  return { from: before.from, to: end < before.to ? end : before.to }
}

/**
 * Replaces a relative period in the address of a call, and `compare=previous`, by times. Called for each question, so that
 * a page that stays open asks about its present.
 */
export function datedAddress(address: string, nowMs = Date.now()): string {
  const [path = '', query = ''] = address.split('?')
  const asked = new URLSearchParams(query)
  const name = asked.get('period') ?? ''
  const isDated = isRelative(name)
  if (!isDated && !asked.has('compare')) return address
  const period = isDated
    ? periodOf(name, nowMs)
    : { from: asked.get('from') ?? '', to: asked.get('to') ?? '' }
  const before = comparisonPeriod(period, nowMs)
  const entries = [...asked].flatMap(([name, value]) => {
    if (name === 'period' && isDated) return Object.entries(period)
    if (name !== 'compare') return [[name, value]]
    return Object.entries({ compareFrom: before.from, compareTo: before.to })
  })
  return `${path}?${new URLSearchParams(entries)}`
}
