import type { Period } from '@tba/events/period.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { useFiltered } from '../filters/filter-row.tsx'
import { useFilters } from '../parts/filters/filters.ts'
import { comparisonPeriod, periodWriter, readPeriod } from '../parts/time/period.ts'
import { addDays, dayOf, startOfDay } from '../parts/time/rome-time.ts'

export const filterNames = ['page', 'source', 'device', 'registered', 'bots'] as const

export function useOverviewAddress() {
  const filters = useFilters()
  const filtered = useFiltered(filters)
  const { parameters } = readPeriod(filters.get, '7d')
  const chosen = filterNames.flatMap(name =>
    filters.get(name) === '' ? [] : [[name, filters.get(name)] as const],
  )

  /** The periods at the time of an answer. */
  function at(nowMs: number) {
    const { picked } = readPeriod(filters.get, '7d', nowMs)
    const to = picked.to || startOfDay(addDays(romeDay(new Date(nowMs)), 1))
    const period: Period = { from: picked.from || startOfDay(addDays(dayOf(to), -30)), to }
    const isValid = Date.parse(period.from) < Date.parse(to)
    const compared = isValid ? comparisonPeriod(period, nowMs) : period
    return { nowMs, period, compared, isValid, picked: { ...picked, ...period } }
  }
  const { picked, period, isValid } = at(Date.now())
  const [goal, order] = [filters.get('goal'), filters.get('order')]
  const query = new URLSearchParams({
    ...Object.fromEntries(parameters),
    ...(!picked.relative && period),
    ...(isValid && { compare: 'previous' }),
    ...Object.fromEntries(chosen),
    ...filtered.parameters,
    ...(goal && { goal }),
    ...(order && { order }),
  }).toString()

  return {
    ...{ filters, filtered, query, chosen, at },
    /** Not all visits count. */
    isNarrowed: filtered.isFiltered || chosen.some(([name]) => name !== 'bots'),
    pick: periodWriter(filters),
    /** Sets the filter, or removes it. */
    toggle: (name: string, value: string) =>
      filters.set(name, filters.get(name) === value ? '' : value, { push: true }),
  }
}

type Found = ReturnType<typeof useOverviewAddress>
export type OverviewAddress = Found & ReturnType<Found['at']>
