import { type EventFilter, isLikeAnId } from '@tba/events/history/filter.ts'
import { bannerWords, kindIn, type TrackedKind } from '@tba/events/tracking/tracked-kind.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'

/** What a replay plays is chosen by several visits; without any, by none. */
export type CopyFilter = EventFilter & { visits?: readonly string[] }

/**
 * What `matches` says of an event, as conditions on a row: a row holds by one of them only. DuckDB reads two lists faster
 * than an `or` between columns.
 */
export function conditionsOf(filter: CopyFilter): Sql[] {
  const { types, stream, streamPrefix, actor, correlation, words, from, to, visit, visits = [] } = filter
  const all = [
    sql`true`,
    types.length > 0 ? isOfTypes(types) : null,
    stream === undefined ? null : sql`stream = ${stream}`,
    streamPrefix === undefined ? null : sql`starts_with(stream, ${streamPrefix})`,
    actor === undefined ? null : sql`actor = ${actor}`,
    correlation === undefined ? null : sql`correlation_id = ${correlation}`,
    from === undefined ? null : sql`recorded_ms >= ${BigInt(from)}`,
    to === undefined ? null : sql`recorded_ms < ${BigInt(to)}`,
    visits.length > 0 ? sql`coalesce(own_visit, visit) in (${join([...visits])})` : null,
    ...words.map(hasWord),
  ].filter(condition => condition !== null)
  const own = sql`own_visit = ${visit}`
  const tied = sql`visit = ${visit} and own_visit is distinct from ${visit}`
  const ways =
    visit === undefined
      ? [all]
      : [
          [...all, own],
          [...all, tied],
        ]
  return ways.map(conditions => join(conditions, ' and '))
}

/** See `isOf`. */
function isOfTypes(types: readonly string[]): Sql {
  const plain = types.filter(type => kindIn(type) === null)
  const kinds = types.flatMap(type => kindIn(type) ?? [])
  const ways = [...(plain.length > 0 ? [isOneOf(plain)] : []), ...kinds.map(isOfKind)]
  return sql`(${join(ways, ' or ')})`
}

const onBanner = sql`coalesce(element_text in (${join([...bannerWords])}), false)`

function isOfKind(kind: TrackedKind): Sql {
  const tracked = (eventType: string) => sql`type = 'InteractionTracked' and event_type = ${eventType}`
  if (kind === 'banner_click') return sql`(${tracked('button_click')} and ${onBanner})`
  return sql`(${tracked(kind)} and not (event_type = 'button_click' and ${onBanner}))`
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
