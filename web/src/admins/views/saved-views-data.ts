import type { SaveView, ViewFilters } from '@tba/events/views/commands.ts'
import { savedViews } from '@tba/events/views/views.ts'
import { alwaysFresh, useView } from '../api/reads.ts'
import { savedAt } from '../api/saved.ts'
import { filterLabel, filterWord } from '../parts/page/filter-words.ts'

const path = '/api/admin/views'

/** At most 200, the newest first. */
export const useSavedViews = () => useView(`${path}?limit=200`, savedViews, alwaysFresh)

export const { save: saveView, remove: deleteView } = savedAt<SaveView>(path)

type Name = keyof ViewFilters

/** The filters that a view of each page keeps. */
const screens = {
  events: [
    ...(['type', 'stream', 'visit', 'actor', 'correlation', 'q', 'period', 'from', 'to', 'order'] as const),
    ...(['filters', 'segment'] as const),
  ],
  overview: [
    ...(['period', 'from', 'to', 'page', 'source', 'device', 'registered', 'bots'] as const),
    ...(['filters', 'segment'] as const),
  ],
  visits: [
    ...(['period', 'from', 'to', 'page', 'viewed', 'source', 'campaign', 'entry', 'exit'] as const),
    ...(['device', 'browser', 'system', 'referrer', 'converted', 'registered', 'bots'] as const),
    ...(['filters', 'segment'] as const),
  ],
} satisfies Record<string, Exclude<Name, 'screen'>[]>
export type Screen = keyof typeof screens

const screenOf = ({ screen }: ViewFilters): Screen => screen ?? 'events'

export function readFilters(params: URLSearchParams, screen: Screen = 'events'): ViewFilters {
  const entries = screens[screen].map(name => {
    const values = params.getAll(name).filter(value => value.trim() !== '')
    return [name, name === 'type' ? values.toSorted() : values[0]] as const
  })
  return {
    ...Object.fromEntries(entries.filter(([, value]) => value !== undefined && value.length > 0)),
    ...(screen !== 'events' && { screen }),
  }
}

/** Visite also shows views of Panoramica. Null: a view of another page. */
export function filtersFor(screen: Screen, filters: ViewFilters): ViewFilters | null {
  const own = screenOf(filters)
  if (own === screen) return filters
  return screen === 'visits' && own === 'overview' ? { ...asVisitFilters(filters), screen } : null
}

/** `page` means «viewed» in Panoramica, and any event of a page in Visite. */
const asVisitFilters = ({ page, ...filters }: ViewFilters): ViewFilters =>
  page === undefined ? filters : { ...filters, viewed: page }

export function addressOf(filters: ViewFilters): string {
  const screen = screenOf(filters)
  const params = new URLSearchParams()
  for (const name of screens[screen])
    for (const value of [filters[name] ?? []].flat()) params.append(name, value)
  const query = params.toString()
  return `/admin/${screen}${query && `?${query}`}`
}

/** @param chipWords of the row of filters */
export const describeFilters = (
  filters: ViewFilters,
  chipWords: (text: string) => string,
): [label: string, value: string][] =>
  screens[screenOf(filters)].flatMap(name => {
    const value = [filters[name] ?? []]
      .flat()
      .map(each => (name === 'filters' ? chipWords(each) : filterWord(name, each)))
      .join(', ')
    return value === '' ? [] : [[filterLabel(name), value]]
  })
