import { type Filtered, filteredQuery } from '@tba/events/filters/filter.ts'
import { useMemo } from 'react'
import type { Filters } from '../parts/filters/filters.ts'
import { useSegments } from './segments-data.ts'

type Segment = Filtered['segment']

export type Against = ReturnType<typeof useAgainst>

/** The segment in the address that the page's own is compared with: the same question is asked of each. */
export function useAgainst({ get, setAll }: Pick<Filters, 'get' | 'setAll'>, own: Segment) {
  const text = get('against')
  const { success, data } = useMemo(() => filteredQuery.segment.safeParse(text || undefined), [text])
  const segments = useSegments().data?.view.segments
  const nameOf = (segment: Segment, unknown: string) =>
    segments?.find(({ id }) => id === segment?.id)?.name ?? unknown
  return {
    value: data,
    isUnreadable: !success,
    /** Of the page's own segment and of this one. */
    names: [
      own ? nameOf(own, 'Primo segmento') : 'Senza segmento',
      nameOf(data, 'Secondo segmento'),
    ] as const,
    set: (segment: Segment) =>
      setAll({ against: segment ? JSON.stringify(segment) : '', open: '' }, { push: true }),
  }
}
