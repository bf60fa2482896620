import { operators } from '@tba/events/funnels/definition.ts'
import type { DraftCondition } from '../funnels/draft.ts'

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
