import { operators } from '@tba/events/condition.ts'
import { filterOfStep, stepOf } from '@tba/events/tracking/interaction-type.ts'
import { useFiltered } from '../filters/filter-row.tsx'
import type { DraftCondition } from '../funnels/builder/draft.ts'
import { useFilters } from '../parts/filters/filters.ts'
import { readPeriod } from '../parts/time/period.ts'

/** For the API: `page:contains:/prezzi`. An incomplete one has no value. */
const conditionParameter = ({ field, op, value }: DraftCondition): string =>
  [field, op, ...(value === null ? [] : [value])].join(':')

/** An unknown operator stays: the server explains it. */
function parseCondition(word: string): DraftCondition {
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
  const treeFilters = useFilters(['toggled', 'way'])
  const filtered = useFiltered(treeFilters)
  const { picked, parameters } = readPeriod(filters.get, '30d')
  const event = filters.get('event') || 'VisitStarted'
  const direction = filters.get('direction') || 'next'
  const depth = filters.get('depth') || '3'
  const by = filters.get('by')
  const words = filters.getAll('where').filter(word => word !== '')
  const where = words.map(parseCondition)
  return {
    filters,
    treeFilters,
    picked,
    event,
    direction,
    where,
    by,
    filtered,
    start: filterOfStep({ event, where }),
    /** Null: a condition is incomplete. Without it, something else would be counted. */
    query: where.every(isComplete)
      ? new URLSearchParams([
          ...Object.entries({ ...(by && { by }), event, direction, depth }),
          ...parameters,
          ...Object.entries(filtered.parameters),
          ...words.map(word => ['where', word]),
          ...filters.getAll('also').map(kind => ['also', kind]),
        ]).toString()
      : null,
    setWhere: (conditions: readonly DraftCondition[]) =>
      treeFilters.setAll({ where: conditions.map(conditionParameter) }),
    begin(filter: string) {
      const { event, where } = stepOf(filter)
      treeFilters.setAll({ event, where: where.map(conditionParameter) })
    },
  }
}
