import { useFilters } from '../parts/filters.ts'
import { momentIn } from '../parts/moment-in.ts'

/** As the call names them, and the address. */
const filterNames = ['from', 'to', 'page', 'referrer', 'device', 'converted', 'bots'] as const
export type FilterName = (typeof filterNames)[number]

/** The filters of the list, and the query that asks for what they let through. */
export function useVisitFilters() {
  const filters = useFilters()
  const chosen = filterNames.flatMap(name => {
    const said = filters.of(name)
    const value = name === 'from' || name === 'to' ? momentIn(said) : said
    return value === '' ? [] : [[name, value] as const]
  })
  const query = new URLSearchParams(chosen.map(([name, value]) => [name, value])).toString()
  return {
    ...filters,
    chosen,
    query,
    isFiltered: chosen.length > 0,
    clearAll: () => filters.clear(filterNames),
  }
}

export type VisitFilterState = ReturnType<typeof useVisitFilters>
