import type { Condition, FunnelStep } from '@tba/events/funnels/definition.ts'
import { fieldOf } from '@tba/events/funnels/fields.ts'
import { comparedValue } from '@tba/events/funnels/matches.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'

/** Fields that have a column of their own, which is read many times faster than JSON. */
const columns: Readonly<Record<string, string>> = {
  eventType: 'event_type',
  eventName: 'event_name',
  eventLabel: 'event_label',
  elementId: 'element_id',
  elementText: 'element_text',
  page: 'page',
}

/** Whether an event is of a step's type and meets all of its conditions, in SQL over the table `events`. */
export function matchesStep({ event, where = [] }: FunnelStep): Sql {
  return join([sql`type = ${event}`, ...where.map(condition => holds(event, condition))], ' and ')
}

/** As `holds` in packages/events: null is what is missing, as is an object. */
function holds(type: string, condition: Condition): Sql {
  const { field, op, value } = condition
  const column = columns[field]
  const found = column ? raw(column) : extracted(type, field)
  const text = String(comparedValue(condition))
  const asText = {
    is: sql`${found} = ${text}`,
    isNot: sql`${found} <> ${text}`,
    contains: sql`contains(${found}, ${text})`,
    startsWith: sql`starts_with(${found}, ${text})`,
  }
  const compares = op === 'gt' || op === 'lt'
  const isString = column ? sql`true` : sql`json_type(data, ${pathTo(field)}) = 'VARCHAR'`
  const whether = compares ? compared({ found, isString, op, value }) : asText[op]
  return sql`coalesce(${whether}, ${op === 'isNot'})`
}

type Compared = { found: Sql; isString: Sql; op: 'gt' | 'lt'; value: Condition['value'] }

/** Two texts by their letters; two numbers, or a number and a text that is one, by their size; nothing else. */
function compared({ found, isString, op, value }: Compared): Sql {
  const sign = raw(op === 'gt' ? '>' : '<')
  if (typeof value === 'boolean') return sql`false`
  const number = typeof value === 'number' ? value : Number(value.trim() === '' ? Number.NaN : value)
  // NaN would be greater than any number.
  const bySize = Number.isNaN(number)
    ? sql`false`
    : sql`nullif(try_cast(${found} as double), 'nan'::double) ${sign} ${number}::double`
  if (typeof value === 'number') return bySize
  // What is written as a text, and not as a number.
  return sql`case when ${isString} then ${found} ${sign} ${value} else ${bySize} end`
}

const quoted = (name: string) => `."${name.replaceAll('"', '\\"')}"`
const pathTo = (field: string) => `$${field.split('.').map(quoted).join('')}`

function extracted(type: string, field: string): Sql {
  const path = pathTo(field)
  const found = fieldOf(type, field)
  const scalar = sql`json_extract_string(data, ${path})`
  if (typeof found === 'object' && found.kind !== 'other') return scalar
  // A list is compared as JavaScript writes it: its values with commas between them.
  return sql`case json_type(data, ${path}) when 'OBJECT' then null
    when 'ARRAY' then array_to_string(from_json(json_extract(data, ${path}), '["VARCHAR"]'), ',')
    else ${scalar} end`
}
