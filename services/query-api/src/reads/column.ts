import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

/** A timestamptz column, read as epoch milliseconds, as ISO 8601. */
export const timestamp = z.number().transform(epochMs => new Date(epochMs).toISOString())

/** The same in SQL, for a timestamptz inside of JSON. */
export function isoUtc(column: string, name = column) {
  const at = sql.identifier([column])
  return sql.fragment`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.identifier([name])}`
}

/** The rows of a subquery, in its order, as one JSON list. As text: jsonb would only be converted back to text. */
export function jsonList(rows: FragmentSqlToken) {
  return sql.fragment`(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`
}

/** The one row of a subquery as JSON; null without a row. */
export const jsonRow = (row: FragmentSqlToken) => sql.fragment`(select to_jsonb(held) from (${row}) held)`
