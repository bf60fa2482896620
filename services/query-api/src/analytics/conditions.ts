import type { Condition, FunnelStep } from '@tba/events/condition.ts'
import { fieldOf } from '@tba/events/fields.ts'
import { pagePath } from '@tba/events/tracking/page.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'

/** Fields with their own column. A column is read much faster than JSON. */
const columns: Readonly<Record<string, string>> = {
  eventType: 'event_type',
  eventName: 'event_name',
  eventLabel: 'event_label',
  elementId: 'element_id',
  elementText: 'element_text',
  page: 'page',
}

/** Pages are compared by their path, without host, query and fragment. */
export const comparedValue = ({ field, op, value }: Condition): Condition['value'] =>
  field === 'page' && (op === 'is' || op === 'isNot') ? pagePath(String(value)) : value

/** SQL over the table `events`: the event has the type of the step and meets all of its conditions. Null counts as no. */
export const matchesStep = (step: FunnelStep): Sql => sql`type = ${step.event} and ${meetsConditions(step)}`

/** The same for events of the step's type. */
export const meetsConditions = ({ event, where = [] }: FunnelStep): Sql =>
  join([sql`true`, ...where.map(condition => holds(event, condition))], ' and ')

/** A missing value and an object count as null. */
function holds(type: string, condition: Condition): Sql {
  const { field, op, value } = condition
  const column = columns[field]
  const text = String(comparedValue(condition))
  const found = column ? raw(column) : jsonField(type, field, text)
  const asText = {
    is: sql`${found} = ${text}`,
    isNot: sql`${found} is distinct from ${text}`,
    contains: sql`contains(${found}, ${text})`,
    startsWith: sql`starts_with(${found}, ${text})`,
  }
  const compares = op === 'gt' || op === 'lt'
  const isString = column ? sql`true` : sql`json_type(data, ${pathTo(field)}) = 'VARCHAR'`
  return compares ? comparison({ found, isString, op, value }) : asText[op]
}

type Comparison = { found: Sql; isString: Sql; op: 'gt' | 'lt'; value: Condition['value'] }

/** Compares two strings by their characters; two numbers, or a number and a numeric string, by value. Anything else is false. */
function comparison({ found, isString, op, value }: Comparison): Sql {
  const sign = raw(op === 'gt' ? '>' : '<')
  if (typeof value === 'boolean') return sql`false`
  const number = typeof value === 'number' ? value : Number(value.trim() === '' ? Number.NaN : value)
  // DuckDB sorts NaN above every number.
  const bySize = Number.isNaN(number)
    ? sql`false`
    : sql`nullif(try_cast(${found} as double), 'nan'::double) ${sign} ${number}::double`
  if (typeof value === 'number') return bySize
  // The stored value is a string, not a number.
  return sql`case when ${isString} then ${found} ${sign} ${value} else ${bySize} end`
}

/** A JSON pointer: any name is data. In a JSONPath a backslash, a quote or a star would be syntax. */
const pathTo = (field: string) =>
  field
    .split('.')
    .map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')

/** @param compared JavaScript writes a large number as `1e+21`, DuckDB as `1e21` */
function jsonField(type: string, field: string, compared: string): Sql {
  const path = pathTo(field)
  const found = fieldOf(type, field)
  const text = sql`json_extract_string(data, ${path})`
  const scalar = compared.includes('e+')
    ? sql`if(json_type(data, ${path}) = 'DOUBLE', regexp_replace(${text}, 'e(\\d)', 'e+\\1'), ${text})`
    : text
  if (typeof found === 'object' && found.kind !== 'other') return scalar
  // Compare a list as JavaScript writes it: values with commas between them.
  return sql`case json_type(data, ${path}) when 'OBJECT' then null
    when 'ARRAY' then array_to_string(from_json(json_extract(data, ${path}), '["VARCHAR"]'), ',')
    else ${scalar} end`
}
