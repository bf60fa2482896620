import sql, { type Sql } from 'sql-template-tag'
import { eventsByUnit } from './units.ts'

const firstSeqWith = (column: Sql) => sql`min(seq) filter (where ${column} is not null)`
const byFirst = (value: Sql) => ({ seq: firstSeqWith(value), value })

/**
 * Attributes of a visit. `seq`: an aggregate over its events, which gives the number of the event with the value, or null.
 * `value`: the value in that event. Grouping by numbers takes half the time of grouping by texts.
 */
export const facets = {
  entry: { seq: sql`min(seq) filter (where is_view)`, value: sql`page` },
  exit: { seq: sql`max(seq) filter (where is_view)`, value: sql`page` },
  /** The first page that names a source, else the referrer. */
  source: {
    seq: sql`coalesce(${firstSeqWith(sql`source`)}, ${firstSeqWith(sql`referrer_host`)})`,
    value: sql`coalesce(source, referrer_host)`,
  },
  campaign: byFirst(sql`campaign`),
  device: byFirst(sql`device`),
  browser: byFirst(sql`browser`),
  system: byFirst(sql`system`),
}
export type Facet = keyof typeof facets
export const facetNames = Object.keys(facets) as Facet[]

/** For a query over visits with the facets' numbers as columns: the facet has this value. Null: it has none. */
export const hasFacet = (facet: Facet, at: Sql, value: string | null): Sql =>
  value === null
    ? sql`${at} is null`
    : sql`${at} in (select seq from events where ${facets[facet].value} = ${value})`

const ofVisits = (end: number, events: Sql) => eventsByUnit({ by: 'visit', end, bots: true }, events)

/** The ids of the visits whose facet has this value. */
export const visitsWithFacet = (facet: Facet, value: string | null, end: number): Sql => sql`
  select unit from (
    select unit, ${facets[facet].seq} as seq from (${ofVisits(end, sql`select * from events`)}) group by unit)
  where ${hasFacet(facet, sql`seq`, value)}`

/** The ids of the visits that viewed this path. Other events on the page do not count. */
export const visitsThatViewed = (path: string, end: number): Sql =>
  sql`select unit from (${ofVisits(end, sql`select * from events where is_view and page = ${path}`)})`

/** The ids of the visits in which somebody registered. */
export const visitsThatRegistered = (end: number): Sql =>
  sql`select unit from (${ofVisits(end, sql`select * from events where type = 'AccountRegistered'`)})`
