import { arrayLiteral } from '@tba/event-store/array-literal.ts'
import type { Json } from '@tba/event-store/port.ts'
import { escapeIdentifier as quoted } from 'pg'
import type { Row } from '../change.ts'

/** `type` is the catalogue's own name for it (`int4`, not `integer`). */
export type Column = { name: string; type: string }

const asText = (text: string): Json => text

/** A loaded row must equal the folded row that was written. So each type has one form in memory. */
const decoders: Record<string, (text: string) => Json> = {
  text: asText,
  varchar: asText,
  uuid: asText,
  timestamptz: asText,
  date: asText,
  int2: Number,
  int4: Number,
  int8: Number,
  float8: Number,
  numeric: Number,
  bool: text => text === 'true',
  jsonb: text => JSON.parse(text),
}

export const isSupported = (type: string): boolean => Object.hasOwn(decoders, type)

/** The column of a table as text, null staying null. */
export function selected({ name, type }: Column, table: string): string {
  const column = `${table}.${quoted(name)}`
  const text =
    type === 'timestamptz'
      ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : `${column}::text`
  return `${text} as ${quoted(name)}`
}

export function decoded(columns: readonly Column[], texts: Readonly<Record<string, string | null>>): Row {
  return Object.fromEntries(columns.map(({ name, type }) => [name, decode(type, texts[name] ?? null)]))
}

function decode(type: string, text: string | null): Json {
  return text === null ? null : (decoders[type] ?? asText)(text)
}

/** One column of many rows. */
export function encoded({ name, type }: Column, values: readonly Json[]): string {
  const elements = values.map(value => {
    if (type === 'jsonb' && value !== null) return JSON.stringify(value)
    if (value === null || typeof value !== 'object') return value
    throw new Error(`${name} is no jsonb column and cannot hold an object`)
  })
  return arrayLiteral(elements)
}
