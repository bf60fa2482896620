import { type Filtered, filteredQuery } from '@tba/events/filters/filter.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import type { Filters } from '../parts/filters/filters.ts'
import { filterText } from './words.ts'

const inAddress = z.object(filteredQuery)

/** In an address, each as JSON. */
const filteredParameters = ({ filters = [], segment }: Filtered): Record<string, string> => ({
  ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
  ...(segment && { segment: JSON.stringify(segment) }),
})

/** The filters of an address in words. */
export const addressWords = (text: string) =>
  (filteredQuery.filters.safeParse(text).data ?? []).map(filterText).join(', ')

/** The filters and the segment in the address of a page. `row`: for their controls. */
export function useFiltered({ get, setAll }: Pick<Filters, 'get' | 'setAll'>) {
  const [filters, segment] = [get('filters'), get('segment')]
  const { success, data } = useMemo(
    () => inAddress.safeParse({ ...(filters && { filters }), ...(segment && { segment }) }),
    [filters, segment],
  )
  const filtered: Filtered = data ?? {}
  const parameters = filteredParameters(filtered)
  return {
    ...{ filtered, parameters, isFiltered: Object.keys(parameters).length > 0 },
    row: {
      value: filtered,
      change: (next: Filtered) => setAll({ filters: '', segment: '', ...filteredParameters(next) }),
      isUnreadable: !success,
    },
  }
}
