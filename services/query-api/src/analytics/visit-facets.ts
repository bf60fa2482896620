import sql, { type Sql } from 'sql-template-tag'
import { eventsByUnit } from './units.ts'

const firstWith = (column: Sql) => sql`min(seq) filter (where ${column} is not null)`
const byFirst = (said: Sql) => ({ at: firstWith(said), said })

/**
 * What is told of a visit: `at`, an aggregate over its events, is the number of the one that says it, or null; and what that
 * one says. Numbers are grouped in half the time that texts take.
 */
export const facets = {
  entry: { at: sql`min(seq) filter (where is_view)`, said: sql`page` },
  exit: { at: sql`max(seq) filter (where is_view)`, said: sql`page` },
  /** The first page that names one; else where the visit came from. */
  source: {
    at: sql`coalesce(${firstWith(sql`source`)}, ${firstWith(sql`referrer_host`)})`,
    said: sql`coalesce(source, referrer_host)`,
  },
  campaign: byFirst(sql`campaign`),
  device: byFirst(sql`device`),
  browser: byFirst(sql`browser`),
  system: byFirst(sql`system`),
}
export type Facet = keyof typeof facets
export const facetNames = Object.keys(facets) as Facet[]

/** For a query over visits that has the facets' numbers as columns: whether what is told there is this. Null: nothing is. */
export const isTold = (facet: Facet, at: Sql, value: string | null): Sql =>
  value === null
    ? sql`${at} is null`
    : sql`${at} in (select seq from events where ${facets[facet].said} = ${value})`

const ofVisits = (end: number, events: Sql) => eventsByUnit({ by: 'visit', end, bots: true }, events)

/** The ids of the visits of which this is told. */
export const visitsTold = (facet: Facet, value: string | null, end: number): Sql => sql`
  select unit from (
    select unit, ${facets[facet].at} as told from (${ofVisits(end, sql`select * from events`)}) group by unit)
  where ${isTold(facet, sql`told`, value)}`

/** The ids of the visits that viewed the page of this path: something else may have been done there without a view. */
export const visitsThatViewed = (path: string, end: number): Sql =>
  sql`select unit from (${ofVisits(end, sql`select * from events where is_view and page = ${path}`)})`
