import { useFilters } from '../parts/filters.ts'

/** As the call names them, and the address. */
export const filterNames = ['type', 'stream', 'actor', 'visit', 'correlation', 'q', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]

const isOrder = (order: string) => ['', 'asc', 'desc'].includes(order)

type Filters = ReturnType<typeof useFilters>

/** The filters of the history, and the query that asks for what they let through. */
export function useEventFilters() {
  const filters = useFilters()
  const query = queryOf(filters.params)
  return {
    ...filters,
    /** In the order of the names, so that the same filters are the same list however they were chosen. */
    query,
    isFiltered: filterNames.some(name => filters.allOf(name).some(value => value !== '')),
    isNewestFirst: filters.of('order') !== 'asc',
    /** The order too, where it is none: the server refuses it as it does a filter. */
    clearAll: () => filters.clear(isOrder(filters.of('order')) ? filterNames : [...filterNames, 'order']),
  }
}

export type EventFilters = ReturnType<typeof useEventFilters>
/** What a period needs of the filters of any page. */
export type PeriodFilters = Pick<EventFilters, 'of' | 'set' | 'setAll'>

function queryOf(params: Filters['params']): string {
  const query = new URLSearchParams()
  for (const name of [...filterNames, 'order'])
    for (const value of params.getAll(name)) if (value !== '') query.append(name, value)
  return query.toString()
}
