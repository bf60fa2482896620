import { stepOf } from '@tba/events/tracking/tracked-kind.ts'
import { addressReader, forgetting, useFilters } from '../parts/filters/filters.ts'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { filterOfStep } from '../parts/words/event-kind.tsx'
import { conditionIn, conditionWord, isReadable, isWhole } from './conditions.editor.tsx'

export const directions = [
  { value: 'next', label: 'Che cosa viene dopo' },
  { value: 'previous', label: 'Che cosa viene prima' },
]
export const depths = [1, 2, 3, 4, 5].map(depth => ({
  value: String(depth),
  label: depth === 1 ? '1 passo' : `${depth} passi`,
}))

const ofATree = ['turned', 'way']

export function usePathsAddress() {
  const filters = useFilters()
  const { picked, parameters: period } = readPeriod(filters.of, '30d')
  const chosen = {
    event: filters.of('event') || 'VisitStarted',
    direction: filters.of('direction') || 'next',
    depth: filters.of('depth') || '3',
  }
  const allWhere = filters.allOf('where').filter(word => word !== '')
  const { all, unread } = addressReader(new URLSearchParams(allWhere.map(word => ['where', word])))
  const where = all('where', word => (isReadable(word) ? word : null))
  const folded = filters.allOf('turned')
  return {
    ...{ ...chosen, where, picked },
    start: filterOfStep({ event: chosen.event, where: where.map(conditionIn) }),
    hasBanner: filters.of('banner') === 'true',
    // Open branches belong to one tree.
    pick: periodWriter(forgetting(filters, ofATree)),
    unread,
    /** Null: a condition is incomplete or cannot be read. Without it, something else would be counted. */
    query: allWhere.every(isWhole)
      ? new URLSearchParams([
          ...Object.entries(chosen),
          ...period,
          ...where.map(each => ['where', each]),
          ...(filters.of('banner') === '' ? [] : [['banner', filters.of('banner')]]),
        ]).toString()
      : null,
    /** Branches that are not in their default state. */
    isTurned: (way: string) => folded.includes(way),
    turn: (way: string) => filters.toggle('turned', way),
    way: filters.params.get('way'),
    open: (way: string) => filters.set('way', way || root, { push: true }),
    close: () => filters.set('way', ''),
    choose: (name: string, value: string | readonly string[]) =>
      forgetting(filters, ofATree).setAll({ [name]: value }),
    begin(filter: string) {
      const { event, where } = stepOf(filter)
      forgetting(filters, ofATree).setAll({ event, where: where.map(conditionWord) })
    },
  }
}

/** The root: its own way is empty, which an address cannot hold. */
export const root = '-'
