import { type FragmentSqlToken, sql } from 'slonik'

/**
 * Whether visit `v` was on a page, whatever it did there. Asked for by its path, it is that page on any host and with any
 * query; by its whole address, just that one.
 */
export function sawPage(page: string): FragmentSqlToken {
  // The expressions cost more than to look whether the path is in the address at all.
  const path = sql.fragment`or strpos(page, ${page}) > 0 and ${pathOf} = ${page}`
  const isIt = sql.fragment`(page = ${page} ${page.startsWith('/') ? path : sql.fragment``})`
  return sql.fragment`(
    exists (select from read.site_interactions where "sessionId" = v."sessionId" and ${isIt})
    or exists (select from read.analytics_events where "sessionId" = v."sessionId" and ${isIt}))`
}

/** Of a page, without its host, query and fragment. */
const pathOf = sql.fragment`
  coalesce(nullif(regexp_replace(regexp_replace(page, '[?#].*$', ''), '^[A-Za-z][A-Za-z0-9+.-]*://[^/]*', ''), ''), '/')`

/** The different pages of these rows, in the order of the first of each. A visitor may make up any number. */
const firstPages = (interactions: FragmentSqlToken, analytics: FragmentSqlToken) => sql.fragment`(
  select coalesce(json_agg(page order by position), '[]') from (
    select page, min(position) as position from (
      select page, position from read.site_interactions where "sessionId" = v."sessionId" and ${interactions}
      union all
      select page, position from read.analytics_events where "sessionId" = v."sessionId" and ${analytics}) seen
    group by page order by position limit 20) firsts)`

/** Those that visit `v` was on. */
export const pagesOf = firstPages(sql.fragment`true`, sql.fragment`true`)

/** Those that visit `v` viewed. */
export const viewedPages = firstPages(
  sql.fragment`"eventType" = 'page_view'`,
  sql.fragment`"eventName" = 'page_view'`,
)
