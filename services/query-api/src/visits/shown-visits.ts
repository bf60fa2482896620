import type { VisitDetail, VisitRow } from '@tba/events/visits/views.ts'
import { agentOf } from '@tba/runtime/visits/agent.ts'
import { referrerHost } from '@tba/runtime/visits/referrer.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'

/** What a visit can come to. */
export const conversions = sql`('LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered')`

/** Of its own and of those that name it, each. */
export const mostEvents = 2_000
const mostPages = 20

/** A visit, and the number of the event that began it; null: nothing but what names it is known. */
export type ShownVisit = { visit: VisitRow & Pick<VisitDetail['visit'], 'userAgent'>; first: number | null }

type Row = {
  id: string
  first: number | null
  first_ms: number
  last_ms: number
  own_count: number
  tied_count: number
  user_agent: string | null
  referrer: string | null
  consent: 'all' | 'none' | null
  /** As JSON. */
  outcomes: string
  pages: string
}

/** Of these visits, by id, those of which anything is known. */
export async function shownVisits(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, ShownVisit>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.rows<Row>(sql`
    select id, min(seq) filter (where is_own or type in ${conversions}) as first,
      coalesce(arg_min(recorded_ms, seq) filter (where is_own or type in ${conversions}), min(recorded_ms))::double as first_ms,
      max(recorded_ms)::double as last_ms,
      count(*) filter (where is_own)::integer as own_count, count(*) filter (where not is_own)::integer as tied_count,
      arg_max(data ->> '$.userAgent', seq) filter (where type = 'VisitStarted') as user_agent,
      coalesce(nullif(arg_max(data ->> '$.referrer', seq) filter (where type = 'VisitStarted'), ''),
        arg_min(nullif(data ->> '$.referrer', ''), seq) filter (where type = 'InteractionTracked')) as referrer,
      arg_max(case type when 'ConsentChosen' then data ->> '$.choice' else 'all' end, seq)
        filter (where type = 'ConsentChosen' or visit = id) as consent,
      to_json(coalesce(list(distinct type) filter (where not is_own and type in ${conversions}), [])) as outcomes,
      to_json(coalesce(list(data ->> '$.page' order by seq)
        filter (where type in ('InteractionTracked', 'AnalyticsEventTracked')), [])) as pages
    from (${eventsOf(ids)}) group by id`)
  return new Map(rows.map(row => [row.id, shown(row)]))
}

/** A list is read faster by each of the two columns than by both at once. */
const eventsOf = (ids: readonly string[]): Sql => sql`
  select own_visit as id, true as is_own, seq, recorded_ms, type, visit, data from events where own_visit in (${join([...ids])})
  union all
  select tied_visit, false, seq, recorded_ms, type, visit, data from events where tied_visit in (${join([...ids])})`

function shown(row: Row): ShownVisit {
  const { id, first, user_agent: userAgent, consent } = row
  return {
    first,
    visit: {
      id,
      firstAt: new Date(row.first_ms).toISOString(),
      lastAt: new Date(row.last_ms).toISOString(),
      events: Math.min(row.own_count, mostEvents) + Math.min(row.tied_count, mostEvents),
      // The different ones, in the order of the first event there.
      pages: [...new Set(JSON.parse(row.pages) as string[])].slice(0, mostPages),
      ...agentOf(userAgent),
      referrer: referrerHost(row.referrer),
      consent,
      outcome: outcomeOf(JSON.parse(row.outcomes)),
      userAgent,
    },
  }
}

function outcomeOf(types: readonly string[]): VisitRow['outcome'] {
  if (types.includes('AccountRegistered')) return 'registered'
  if (types.includes('QuestionnaireSubmitted')) return 'questionnaire'
  return types.includes('LeadSubmitted') ? 'lead' : null
}
