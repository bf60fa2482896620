import { operators } from '@tba/events/funnels/definition.ts'
import { stepOf } from '@tba/events/tracking/tracked-kind.ts'
import type { DraftCondition } from '../funnels/builder/draft.ts'
import { forgetting, useFilters } from '../parts/filters/filters.ts'
import { periodWriter, readPeriod } from '../parts/time/period.ts'
import { filterOfStep } from '../parts/words/event-kind.tsx'

export const directions = [
  { value: 'next', label: 'Che cosa viene dopo' },
  { value: 'previous', label: 'Che cosa viene prima' },
]
export const depths = [1, 2, 3, 4, 5].map(depth => ({
  value: String(depth),
  label: depth === 1 ? '1 passo' : `${depth} passi`,
}))

/** For the API: `page:contains:/prezzi`. An incomplete one has no value. */
const conditionWord = ({ field, op, value }: DraftCondition): string =>
  [field, op, ...(value === null ? [] : [value])].join(':')

/** An unknown operator stays: the server explains it. */
function conditionIn(word: string): DraftCondition {
  const [field = '', op = 'is', ...value] = word.split(':')
  return {
    field,
    op: operators.find(each => each === op) ?? (op as DraftCondition['op']),
    value: value.length === 0 ? null : value.join(':'),
  }
}

const isComplete = ({ field, value }: DraftCondition) => field !== '' && value !== null

/** The root: its own way is empty, which an address cannot hold. */
export const root = '-'

export function usePathsAddress() {
  const filters = useFilters()
  // Open branches belong to one tree.
  const ofAllTrees = forgetting(filters, ['toggled', 'way'])
  const { picked, parameters: period } = readPeriod(filters.of, '30d')
  const chosen = {
    event: filters.of('event') || 'VisitStarted',
    direction: filters.of('direction') || 'next',
    depth: filters.of('depth') || '3',
  }
  const words = filters.allOf('where').filter(word => word !== '')
  const where = words.map(conditionIn)
  const banner = filters.of('banner')
  const toggled = filters.allOf('toggled')
  return {
    ...{ ...chosen, where, picked },
    start: filterOfStep({ event: chosen.event, where }),
    hasBanner: banner === 'true',
    pick: periodWriter(ofAllTrees),
    /** Null: a condition is incomplete. Without it, something else would be counted. */
    query: where.every(isComplete)
      ? new URLSearchParams([
          ...Object.entries(chosen),
          ...period,
          ...words.map(word => ['where', word]),
          ...(banner === '' ? [] : [['banner', banner]]),
        ]).toString()
      : null,
    isToggled: (way: string) => toggled.includes(way),
    toggle: (way: string) => filters.toggle('toggled', way),
    way: filters.params.get('way'),
    open: (way: string) => filters.set('way', way || root, { push: true }),
    close: () => filters.set('way', ''),
    choose: (name: string, value: string) => ofAllTrees.set(name, value),
    setWhere: (conditions: readonly DraftCondition[]) =>
      ofAllTrees.setAll({ where: conditions.map(conditionWord) }),
    begin(filter: string) {
      const { event, where } = stepOf(filter)
      ofAllTrees.setAll({ event, where: where.map(conditionWord) })
    },
  }
}
