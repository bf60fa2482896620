import type { OverviewView } from '@tba/events/overview/views.ts'
import type { Period } from '@tba/events/period.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import type { ViewFilters } from '@tba/events/views/commands.ts'
import { useAgainst } from '../filters/against.ts'
import { filteredParameters, useFiltered } from '../filters/filter-row.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { comparisonPeriod, periodWriter, readPeriod } from '../parts/time/period.ts'
import { addDays, dayOf, parseMoment, startOfDay } from '../parts/time/rome-time.ts'
import { addressOf, filtersFor } from '../views/saved-views-data.ts'

export const filterNames = ['page', 'source', 'device', 'registered', 'bots'] as const

export function useOverviewAddress() {
  const filters = useFilters()
  const filtered = useFiltered(filters)
  const against = useAgainst(filters, filtered.filtered.segment)
  const { parameters } = readPeriod(filters.get, '7d')
  const chosen = filterNames.flatMap(name =>
    filters.get(name) === '' ? [] : [[name, filters.get(name)] as const],
  )

  /** A compared period that is not the one before. */
  const free: Period = {
    from: parseMoment(filters.get('compareFrom')),
    to: parseMoment(filters.get('compareTo')),
  }
  const isFree = free.from !== '' && free.to !== ''

  /** The periods at the time of an answer. */
  function at(nowMs: number) {
    const { picked } = readPeriod(filters.get, '7d', nowMs)
    const to = picked.to || startOfDay(addDays(romeDay(new Date(nowMs)), 1))
    const period: Period = { from: picked.from || startOfDay(addDays(dayOf(to), -30)), to }
    const isValid = Date.parse(period.from) < Date.parse(to)
    const compared = isFree ? free : isValid ? comparisonPeriod(period, nowMs) : period
    return { nowMs, period, compared, isValid, picked: { ...picked, ...period } }
  }
  const { picked, period, isValid } = at(Date.now())
  const [goal, order] = [filters.get('goal'), filters.get('order')]
  const comparison: Record<string, string> | false = isFree
    ? { compareFrom: free.from, compareTo: free.to }
    : isValid && { compare: 'previous' }
  const queryOf = (narrowing: Record<string, string>) =>
    new URLSearchParams({
      ...Object.fromEntries(parameters),
      ...(!picked.relative && period),
      ...(!against.value && comparison),
      ...Object.fromEntries(chosen),
      ...narrowing,
      ...(goal && { goal }),
      ...(order && { order }),
    }).toString()
  const other = { ...filtered.filtered, segment: against.value }
  const otherParameters = filteredParameters(other)

  return {
    filters,
    filtered,
    chosen,
    isFree,
    at,
    against,
    query: queryOf(filtered.parameters),
    /** The same of the segment that is compared; null: none is. */
    beside: against.value
      ? {
          query: queryOf(otherParameters),
          filtered: { ...filtered, filtered: other, parameters: otherParameters, isFiltered: true },
        }
      : null,
    /** Not all visits count. */
    isNarrowed:
      filtered.isFiltered || against.value !== undefined || chosen.some(([name]) => name !== 'bots'),
    pick: periodWriter({ setAll: values => filters.setAll({ compareFrom: '', compareTo: '', ...values }) }),
    /** Sets the filter, or removes it. */
    toggle: (name: string, value: string) =>
      filters.set(name, filters.get(name) === value ? '' : value, { push: true }),
  }
}

type Found = ReturnType<typeof useOverviewAddress>
export type OverviewAddress = Found & ReturnType<Found['at']>

/** What is counted; with two segments, of one of them. */
export type Side = {
  view: OverviewView
  /** Null: nothing leads elsewhere. */
  address: OverviewAddress | null
  /** Of the segment; left out: there is one side. */
  name?: string
}

/** Visite of the same period and filters. */
export function visitsAddress({ period, chosen, filtered }: OverviewAddress, more: ViewFilters = {}) {
  const shown = filtersFor('visits', { screen: 'overview', ...period, ...Object.fromEntries(chosen) })
  const narrowing = filtered.isFiltered ? `&${new URLSearchParams(filtered.parameters)}` : ''
  return addressOf({ ...shown, ...more }) + narrowing
}
