import type { VisitRow } from '@tba/events/visits/views.ts'
import sql, { join } from 'sql-template-tag'
import type { Snapshot } from './copy/snapshot.ts'

/** A visit shows this many pages at most. */
const maxPages = 20

type Row = Omit<VisitRow, 'firstAt' | 'lastAt' | 'pages' | 'robot'> & {
  firstMs: number
  lastMs: number
  robot: string | null
  /** The page of each event, as JSON; null: it has none. */
  pages: string | null
}

const isTracked = sql`type in ('InteractionTracked', 'AnalyticsEventTracked')`
export const isRefusal = sql`type = 'ActionRefused'`
export const isError = sql`(type = 'InteractionTracked' and event_type = 'error')`

/** The known ones of these visits, by id. */
export async function readVisitRows(snapshot: Snapshot, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, VisitRow>()
  const among = sql`(${join([...ids])})`
  const rows = await snapshot.rows<Row>(sql`
    select id, first_ms::double as "firstMs", last_ms::double as "lastMs", events, device, robot, referrer, consent,
      case when registration then 'registered' when questionnaire then 'questionnaire' when lead then 'lead' end as outcome,
      pages, (last_ms - least_ms)::double / 1000 as seconds, views as "pageViews", source,
      coalesce(refusals, 0)::double as refusals, coalesce(errors, 0)::double as errors
    from visits left join (
      select own_visit as id, to_json(list(data ->> '$.page' order by seq) filter (where ${isTracked})) as pages,
        count(*) filter (where ${isRefusal}) as refusals, count(*) filter (where ${isError}) as errors
      from events where own_visit in ${among} and (${isTracked} or ${isRefusal}) group by own_visit
    ) using (id) where id in ${among}`)
  return new Map(rows.map(row => [row.id, toVisitRow(row)]))
}

const toVisitRow = ({ firstMs, lastMs, pages, robot, ...row }: Row): VisitRow => ({
  ...row,
  firstAt: new Date(firstMs).toISOString(),
  lastAt: new Date(lastMs).toISOString(),
  // Distinct pages, in order of the first event.
  pages: [...new Set<string>(JSON.parse(pages ?? '[]'))].slice(0, maxPages),
  robot: robot === null ? null : { reason: robot },
})
