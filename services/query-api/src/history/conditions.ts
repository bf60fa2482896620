import type { Filtered } from '@tba/events/filters/filter.ts'
import {
  bannerWords,
  type InteractionType,
  interactionTypeOf,
} from '@tba/events/tracking/interaction-type.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { correlationColumns } from '../analytics/copy/row.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { resolveFilters, visitsMeeting } from '../analytics/filters.ts'
import { type EventFilter, isLikeAnId } from './filter.ts'

/** A replay filters by any number of visits. Filters and a segment choose visits too. */
export type CopyFilter = EventFilter & Filtered & { visits?: readonly string[] }

/** `conditionsOf`, and the visits that meet the filters. An event that no visit carries drops out. */
export async function conditionsIn(snapshot: Snapshot, filter: CopyFilter): Promise<Sql[]> {
  const all = conditionsOf(filter)
  const met = await resolveFilters(snapshot, 'visit', filter)
  if (met.length === 0) return all
  const visits = sql`coalesce(own_visit, tied_visit) in (${visitsMeeting(snapshot, met)})`
  return all.map(conditions => sql`${conditions} and ${visits}`)
}

/**
 * The conditions of `matches` in SQL. There can be several lists of conditions. A row meets one of them at most. DuckDB
 * reads two lists faster than an `or` between columns.
 */
export function conditionsOf(filter: CopyFilter): Sql[] {
  const { types, stream, streamPrefix, actor, correlation, words, from, to, visit, visits = [] } = filter
  const all = [
    types.length > 0 ? hasTypes(types) : null,
    stream === undefined ? null : sql`stream = ${stream}`,
    streamPrefix === undefined ? null : sql`starts_with(stream, ${streamPrefix})`,
    actor === undefined ? null : sql`actor = ${actor}`,
    correlation === undefined ? null : hasCorrelation(correlation),
    from === undefined ? null : sql`recorded_ms >= ${BigInt(from)}`,
    to === undefined ? null : sql`recorded_ms < ${BigInt(to)}`,
    visits.length > 0 ? sql`coalesce(own_visit, visit) in (${join([...visits])})` : null,
    ...words.map(hasWord),
  ].filter(condition => condition !== null)
  const ofVisit = visit === undefined ? [sql`true`] : [sql`own_visit = ${visit}`, sql`visit = ${visit}`]
  return ofVisit.map(condition => join([condition, ...all], ' and '))
}

export function hasCorrelation(id: string): Sql {
  const { correlation_uuid, correlation_text } = correlationColumns(id)
  return correlation_uuid === null
    ? sql`correlation_text = ${correlation_text}`
    : sql`correlation_uuid = ${correlation_uuid}::uuid`
}

/** Like `isOf`. */
function hasTypes(types: readonly string[]): Sql {
  const plain = types.filter(type => interactionTypeOf(type) === null)
  const interactions = types.flatMap(type => interactionTypeOf(type) ?? [])
  const ways = [...(plain.length > 0 ? [isAnyOf(plain)] : []), ...interactions.map(hasInteractionType)]
  return sql`(${join(ways, ' or ')})`
}

const onBanner = sql`coalesce(element_text in (${join([...bannerWords])}), false)`

function hasInteractionType(interaction: InteractionType): Sql {
  const tracked = (eventType: string) => sql`type = 'InteractionTracked' and event_type = ${eventType}`
  if (interaction === 'banner_click') return sql`(${tracked('button_click')} and ${onBanner})`
  return sql`(${tracked(interaction)} and not (event_type = 'button_click' and ${onBanner}))`
}

/** Not `in`: with five values or more DuckDB uses a join, which is slower and loses the log order. */
const isAnyOf = ([first, ...others]: readonly string[]): Sql =>
  others.length === 0 ? sql`type = ${first}` : sql`list_contains([${join([first, ...others])}], type)`

const guid = z.guid()

/** Like `matches`. The column `words` and the word are in lower case and without accents. Request ids have neither. */
function hasWord(word: string): Sql {
  const name = sql`lower(stream)`
  const id = sql`substr(${name}, instr(stream, '-') + 1)`
  const isOfId = isLikeAnId(word) ? sql`starts_with(${id}, ${word})` : sql`${id} = ${word}`
  const ways = [
    sql`contains(words, ${word})`,
    // `contains` for speed: few rows pass it.
    sql`contains(${name}, ${word}) and (starts_with(${name}, ${word}) or ${isOfId})`,
    sql`lower(visit) = ${word}`,
    ...(isLikeAnId(word) ? [hasCorrelation(word)] : []),
    ...(guid.safeParse(word).success ? [sql`event_id = ${word}::uuid`] : []),
  ]
  return sql`(${join(ways, ' or ')})`
}
