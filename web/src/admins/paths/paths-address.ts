import { stepOf } from '@tba/events/tracking/tracked-kind.ts'
import { addressReader, forgetting, useFilters } from '../parts/filters/filters.ts'
import { pickedIn, pickIn } from '../parts/time/period.ts'
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

/** What is counted, as the address of the page says it under the names of the call. */
export function usePathsAddress() {
  const filters = useFilters()
  const { picked, asked: period } = pickedIn(filters.of, '30d')
  const asked = {
    event: filters.of('event') || 'VisitStarted',
    direction: filters.of('direction') || 'next',
    depth: filters.of('depth') || '3',
  }
  const allWhere = filters.allOf('where').filter(said => said !== '')
  const { all, unread } = addressReader(new URLSearchParams(allWhere.map(said => ['where', said])))
  const where = all('where', said => (isReadable(said) ? said : null))
  const folded = filters.allOf('turned')
  return {
    ...{ ...asked, where, picked },
    /** The type, or the kind, of the event that paths begin with. */
    start: filterOfStep({ event: asked.event, where: where.map(conditionIn) }),
    hasBanner: filters.of('banner') === 'true',
    // What is folded or open of one tree says nothing of another.
    pick: pickIn(forgetting(filters, ofATree)),
    /** What of the address says nothing: nothing is counted until it is taken off. */
    unread,
    /** Null: a condition is not whole, or not to be read, and without it something else would be counted. */
    query: allWhere.every(isWhole)
      ? new URLSearchParams([
          ...Object.entries(asked),
          ...period,
          ...where.map(each => ['where', each]),
          ...(filters.of('banner') === '' ? [] : [['banner', filters.of('banner')]]),
        ]).toString()
      : null,
    /** Branches that stand otherwise than at first: open where they would be folded, or the other way round. */
    isTurned: (way: string) => folded.includes(way),
    turn: (way: string) => filters.toggle('turned', way),
    /** Of the branch whose visits are shown; null: of none. */
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

/** All visits: the root's own way is empty, and an empty value would not stand in an address. */
export const root = '-'
