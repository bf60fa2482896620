import type { Condition } from '@tba/events/condition.ts'
import type { Json } from '@tba/events/json.ts'
import { pagePath } from '@tba/events/tracking/page.ts'
import { comparedValue } from '../../../../services/query-api/src/analytics/conditions.ts'

/** Whether the data of an event meet all conditions: what the SQL of the query-api must find. */
export function satisfies(
  where: readonly Condition[],
  data: { readonly [name: string]: Json | undefined },
): boolean {
  return where.every(condition => {
    const found = valueAt(data, condition.field)
    const isPage = condition.field === 'page' && typeof found === 'string'
    return holds({ ...condition, value: comparedValue(condition) }, isPage ? pagePath(found) : found)
  })
}

/** Whether a condition holds for the value of a field. A missing value and an object count as null. */
export function holds({ op, value }: Pick<Condition, 'op' | 'value'>, found: Json | undefined): boolean {
  if (op === 'isNot') return !holds({ op: 'is', value }, found)
  if (found === undefined || found === null || (typeof found === 'object' && !Array.isArray(found)))
    return false
  if (op === 'is') return String(found) === String(value)
  if (op === 'contains') return String(found).includes(String(value))
  if (op === 'startsWith') return String(found).startsWith(String(value))
  return isComparable(found, value) && (op === 'gt' ? found > value : found < value)
}

/** Two numbers, two strings, or a number and a numeric string: JavaScript then orders them as expected. */
function isComparable(found: Json, value: Condition['value']): found is string | number {
  if (typeof found === 'string' && typeof value === 'string') return true
  return isNumeric(found) && isNumeric(value)
}

const isNumeric = (value: unknown) =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))

/** The value at a path; undefined if absent. */
function valueAt(data: { readonly [name: string]: Json | undefined }, path: string): Json | undefined {
  let value: Json | undefined = data as Json
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    if (!Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}
