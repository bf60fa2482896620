import { operators } from '@tba/events/funnels/definition.ts'
import { Conditions, offered } from '../funnels/builder/condition.editor.tsx'
import type { DraftCondition } from '../funnels/builder/draft.ts'
import { useFunnelFields } from '../funnels/funnels-data.ts'

/** For the API: `page:contains:/prezzi`. An incomplete one has no value. */
export const conditionWord = ({ field, op, value }: DraftCondition): string =>
  [field, op, ...(value === null ? [] : [value])].join(':')

/** An unknown operator stays: the server explains it. */
export function conditionIn(word: string): DraftCondition {
  const [field = '', op = 'is', ...value] = word.split(':')
  const known = operators.find(each => each === op)
  return {
    field,
    op: known ?? (op as DraftCondition['op']),
    value: value.length === 0 ? null : value.join(':'),
  }
}

export const isReadable = (word: string) => word.includes(':')

export const isWhole = (word: string) => {
  const { field, value } = conditionIn(word)
  return isReadable(word) && field !== '' && value !== null
}

type Props = { event: string; where: string[]; set: (where: string[]) => void }

export function ConditionsEditor({ event, where, set }: Props) {
  const offers = offered(useFunnelFields().data)
  return (
    <div className="path-conditions">
      <Conditions
        event={event}
        where={where.map(conditionIn)}
        set={conditions => set(conditions.map(conditionWord))}
        step={null}
        offered={offers}
      />
    </div>
  )
}
