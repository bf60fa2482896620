import { type EventFilter, isLikeAnId } from '@tba/events/history/filter.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'

/**
 * What `matches` says of an event, as conditions on a row: a row holds if all of one of these lists hold, and it holds by
 * one of them only. DuckDB reads two lists faster than an `or` between columns.
 */
export function conditionsOf(filter: EventFilter): Sql[][] {
  const { types, stream, streamPrefix, actor, correlation, words, from, to, visit } = filter
  const all = [
    types.length > 0 ? isOneOf(types) : null,
    stream === undefined ? null : sql`stream = ${stream}`,
    streamPrefix === undefined ? null : sql`starts_with(stream, ${streamPrefix})`,
    actor === undefined ? null : sql`actor = ${actor}`,
    correlation === undefined ? null : sql`correlation_id = ${correlation}`,
    from === undefined ? null : sql`recorded_ms >= ${BigInt(from)}`,
    to === undefined ? null : sql`recorded_ms < ${BigInt(to)}`,
    ...words.map(hasWord),
  ].filter(condition => condition !== null)
  if (visit === undefined) return [all]
  const own = sql`own_visit = ${visit}`
  const tied = sql`visit = ${visit} and own_visit is distinct from ${visit}`
  return [
    [...all, own],
    [...all, tied],
  ]
}

/** Not `in`: with five values or more DuckDB joins, which takes longer and loses the order of the log. */
const isOneOf = ([first, ...others]: readonly string[]): Sql =>
  others.length === 0 ? sql`type = ${first}` : sql`list_contains([${join([first, ...others])}], type)`

const guid = z.guid()

/** See `matches`. The column `words` and the word are without letter case and accents already; ids of requests have neither. */
function hasWord(word: string): Sql {
  const name = sql`lower(stream)`
  const id = sql`substr(${name}, instr(stream, '-') + 1)`
  const ways = [
    sql`contains(words, ${word})`,
    sql`starts_with(${name}, ${word})`,
    sql`lower(visit) = ${word}`,
    ...(isLikeAnId(word)
      ? [sql`starts_with(${id}, ${word})`, sql`correlation_id = ${word}`]
      : [sql`${id} = ${word}`]),
    ...(guid.safeParse(word).success ? [sql`event_id = ${word}::uuid`] : []),
  ]
  return sql`(${join(ways, ' or ')})`
}
