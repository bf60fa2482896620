import { sql } from 'slonik'

/** The different pages that visit `v` viewed, in the order of the first view of each. A visitor may make up any number. */
export const viewedPages = sql.fragment`(
  select coalesce(json_agg(page order by position), '[]') from (
    select page, min(position) as position from (
      select page, position from read.site_interactions
      where "sessionId" = v."sessionId" and "eventType" = 'page_view'
      union all
      select page, position from read.analytics_events
      where "sessionId" = v."sessionId" and "eventName" = 'page_view') seen
    group by page order by position limit 20) firsts)`
