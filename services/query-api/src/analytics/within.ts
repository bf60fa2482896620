import sql, { type Sql } from 'sql-template-tag'

/** No event is later, in ms: JavaScript's last date is before. */
const never = 9e15

/**
 * A time, to compare a BIGINT with; it may be infinite.
 * DuckDB skips what a period does not hold only if both are of one type: beside a DOUBLE it reads all of the log.
 */
export const msOf = (ms: number): bigint => BigInt(Math.min(Math.max(ms, -never), never))

/** Whether a column of times is in `[fromMs, toMs)`. */
export const within = (column: Sql, { fromMs, toMs }: { fromMs: number; toMs: number }): Sql =>
  sql`(${column} >= ${msOf(fromMs)} and ${column} < ${msOf(toMs)})`
