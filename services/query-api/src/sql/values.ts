import {
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  type DuckDBValue,
} from '@duckdb/node-api'

export type SqlCell = string | number | boolean | null
type Nested = SqlCell | Nested[] | { [name: string]: Nested }

/** What a number of JavaScript does not hold exactly is a text: large integers, decimals, not-a-number. Lists are JSON. */
export function cellOf(value: DuckDBValue): SqlCell {
  const cell = nestedOf(value)
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell
}

function nestedOf(value: DuckDBValue): Nested {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n)).toISOString()
  if (value instanceof DuckDBListValue) return value.items.map(nestedOf)
  if (value instanceof DuckDBStructValue)
    return Object.fromEntries(Object.entries(value.entries).map(([name, each]) => [name, nestedOf(each)]))
  if (value instanceof DuckDBMapValue)
    return value.entries.map(({ key, value: each }) => [nestedOf(key), nestedOf(each)])
  return String(value)
}
