import { operators } from '@tba/events/funnels/definition.ts'
import { Conditions, offered } from '../funnels/builder/condition.editor.tsx'
import type { DraftCondition } from '../funnels/builder/draft.ts'
import { useFunnelFields } from '../funnels/funnels-data.ts'

/** As the call takes it: `page:contains:/prezzi`. One that is being made lacks its value. */
export const conditionWord = ({ field, op, value }: DraftCondition): string =>
  [field, op, ...(value === null ? [] : [value])].join(':')

/** What is no operator is kept: the server says what is wrong with it. */
export function conditionIn(word: string): DraftCondition {
  const [field = '', op = 'is', ...value] = word.split(':')
  const known = operators.find(each => each === op)
  return {
    field,
    op: known ?? (op as DraftCondition['op']),
    value: value.length === 0 ? null : value.join(':'),
  }
}

/** Whether it is a condition at all, be it one without its value. */
export const isReadable = (word: string) => word.includes(':')

/** Whether it can be asked for. */
export const isWhole = (word: string) => {
  const { field, value } = conditionIn(word)
  return isReadable(word) && field !== '' && value !== null
}

type Props = { event: string; where: string[]; set: (where: string[]) => void }

/** Which of the events of a type are meant, as the address says it. */
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
