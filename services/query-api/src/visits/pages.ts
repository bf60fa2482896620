import { type FragmentSqlToken, sql } from 'slonik'

/**
 * Whether visit `v` was on a page, whatever it did there. Asked for by its path, it is that page on any host and with any
 * query; by its whole address, just that one. The kinds of event that say so are looked for once a statement: a visit may
 * have thousands of events.
 */
export function sawPage(page: string): FragmentSqlToken {
  const path = page.startsWith('/') ? sql.fragment`or ${pathOf} = ${page}` : sql.fragment``
  const isIt = sql.fragment`(k.page = ${page} ${path})`
  return sql.fragment`(
    exists (select from read.tracked_interactions i
      where i.visit = v.visit and i.kind = any(array(select k.key from read.interaction_kinds k where ${isIt})))
    or exists (select from read.tracked_analytics a
      where a.visit = v.visit and a.kind = any(array(select k.key from read.analytics_kinds k where ${isIt}))))`
}

/** Of page `k`, without its host, query and fragment. */
const pathOf = sql.fragment`
  coalesce(nullif(regexp_replace(regexp_replace(k.page, '[?#].*$', ''), '^[A-Za-z][A-Za-z0-9+.-]*://[^/]*', ''), ''), '/')`

/** The different pages that visit `v` was on, in the order of its first event there. A visitor may make up any number. */
export const pagesOf = sql.fragment`(
  select coalesce(json_agg(page order by position), '[]') from (
    select page, min(position::text) as position from (
      select k.page, i.position from read.tracked_interactions i join read.interaction_kinds k on k.key = i.kind
      where i.visit = v.visit
      union all
      select k.page, a.position from read.tracked_analytics a join read.analytics_kinds k on k.key = a.kind
      where a.visit = v.visit) seen
    group by page order by position limit 20) firsts)`
