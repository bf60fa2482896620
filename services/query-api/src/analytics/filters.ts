import { saveSegment } from '@tba/events/filters/commands.ts'
import {
  type Filter,
  type Filtered,
  isOfLevel,
  noPlanOfVisit,
  type VisitField,
} from '@tba/events/filters/filter.ts'
import { noSource } from '@tba/events/overview/views.ts'
import { streams } from '@tba/events/streams.ts'
import { pagePath } from '@tba/events/tracking/page.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { QueryRefused } from './copy/failures.ts'
import type { Snapshot } from './copy/snapshot.ts'
import { allOf, eventsByUnit, planEvents, planValues, scopeAt, type UnitScope, visitOwners } from './units.ts'

/** Fields of which a visit has one value: their columns in the table of visits. */
const columns: Partial<Record<VisitField, string>> = {
  entryPage: 'entry',
  exitPage: 'exit',
  source: 'source',
  campaign: 'campaign',
  device: 'device',
  browser: 'browser',
  system: 'system',
  language: 'language',
}

/** Columns of the table of visits that say whether it has such an event. */
const outcomes = ['lead', 'questionnaire', 'registration', 'plan']

/** Events on which the fields of a filter depend, beside a visit's start. */
export const filterEvents = [
  ...['InteractionTracked', 'AnalyticsEventTracked', 'ActionRefused', 'QuestionnaireSubmitted'],
  ...['AccountRegistered', ...planEvents],
]

type EventField = Exclude<VisitField, 'outcome'>
/** Fields of which a visit has a value for each of these events. A refusal without a sentence of ours has its status. */
const events: Partial<Record<EventField, { value: Sql; condition: Sql }>> = {
  page: { value: sql`page`, condition: sql`is_view and page is not null` },
  refusal: {
    value: sql`coalesce(attributes ->> '$.reason', 'risposta ' || (attributes ->> '$.status'))`,
    condition: sql`type = 'ActionRefused'`,
  },
  error: { value: sql`'yes'`, condition: sql`type = 'InteractionTracked' and event_type = 'error'` },
}

/** (visit, value): the values of a field at the event with this number. A visit without one is left out. */
export function visitField(snapshot: Snapshot, field: VisitField, end = snapshot.lastSeq): Sql {
  const visits = snapshot.visits(end)
  if (field === 'outcome')
    return sql`select * from (
      select id as visit, unnest([${join(outcomes.map(it => sql`if(${raw(it)}, ${it}, null)`))}]) as value from ${visits}
    ) where value is not null`
  const column = raw(columns[field] ?? '')
  const found = events[field]
  if (!found) return sql`select id as visit, ${column} as value from ${visits} where ${column} is not null`
  const { value, condition } = found
  return sql`select distinct unit as visit, value from (${eventsByUnit(
    { by: 'visit', end, bots: true, joined: [] },
    sql`select own_visit, tied_visit, ${value} as value from events where ${condition} and seq <= ${end}`,
  )})`
}

/** A visit may have several values of such a field. */
export const hasSeveral = (field: VisitField): boolean => columns[field] === undefined

/** The ids of the visits that meet all filters, as they are at the event with this number. */
export const visitsMeeting = (
  snapshot: Snapshot,
  filters: readonly Filter[],
  end = snapshot.lastSeq,
): Sql => sql`
  select id from ${snapshot.visits(end)} where ${join(
    [sql`true`, ...filters.map(filter => meets(filter, valuesOf(snapshot, filter.field as VisitField, end)))],
    ' and ',
  )}`

/**
 * A condition on `unit`, of a scope: it meets all filters. A visit does so itself; a customer or person if any of their visits
 * does, as far as the filters are about visits. So one without a visit does not.
 */
export function meetsFilters(snapshot: Snapshot, scope: UnitScope, filters: readonly Filter[]): Sql {
  const ofVisits = filters.filter(({ field }) => field !== 'plan')
  const ofUnits = filters.filter(({ field }) => field === 'plan')
  const visits = visitsMeeting(snapshot, ofVisits, scope.end)
  const units =
    scope.by === 'visit' ? visits : sql`select unit from (${visitOwners(scope)}) where visit in (${visits})`
  const plans = sql`select unit as visit, value from (${planValues(scope)}) where value is not null`
  return join(
    [
      ofVisits.length === 0 ? sql`true` : sql`unit in (${units})`,
      ...ofUnits.map(filter => meets(filter, { of: sql`unit`, values: plans })),
    ],
    ' and ',
  )
}

/** From parameters that each name one value; `noSource`: without a value. */
export const filtersOf = (values: { [F in VisitField]?: string | undefined }): Filter[] =>
  Object.entries(values).flatMap(([field, value]) =>
    value === undefined
      ? []
      : { field: field as VisitField, op: 'is', values: [value === noSource ? null : value] },
  )

/** The filters of a question, with those of its segment. @throws {QueryRefused} `invalid` */
export async function resolveFilters(
  snapshot: Snapshot,
  by: UnitScope['by'],
  { filters: own = [], segment }: Filtered,
): Promise<Filter[]> {
  const saved = segment ? await filtersOfSegment(snapshot, segment) : []
  const all = [...own, ...saved]
  if (!isOfLevel({ by, filters: all })) throw new QueryRefused('invalid', noPlanOfVisit)
  return all
}

async function filtersOfSegment(snapshot: Snapshot, { id, revision }: NonNullable<Filtered['segment']>) {
  const [row] = await snapshot.rows<{ data: string }>(sql`
    select data from events where type in ('DefinitionSaved', 'DefinitionChanged')
      and stream = ${streams.saved(id)} and revision = ${revision} and (data ->> '$.kind') = 'segment'`)
  if (!row) throw new QueryRefused('invalid', 'Segmento non trovato a questa revisione')
  return saveSegment.parse(JSON.parse(row.data).definition).filters
}

/** A scope of the units that meet the filters of a question. */
export async function filteredScope(
  snapshot: Snapshot,
  scope: Pick<UnitScope, 'by' | 'end' | 'bots'>,
  question: Filtered,
): Promise<UnitScope> {
  const filters = await resolveFilters(snapshot, scope.by, question)
  const all = await scopeAt(snapshot, scope)
  return filters.length === 0 ? all : { ...all, among: meetsFilters(snapshot, all, filters) }
}

/**
 * How many customers or persons have one of these events, and do not count only because no visit of theirs can meet the
 * filters: they have none. Null: no filter is about visits.
 */
export async function countUnplaced(
  snapshot: Snapshot,
  filtered: UnitScope,
  question: Filtered,
  events: Sql,
): Promise<number | null> {
  const scope = allOf(filtered)
  const filters = await resolveFilters(snapshot, scope.by, question)
  const ofUnits = filters.filter(({ field }) => field === 'plan')
  if (scope.by === 'visit' || filters.length === ofUnits.length) return null
  const [row] = await snapshot.rows<{ count: number }>(sql`
    select count(distinct unit)::double as count from (${eventsByUnit(scope, events)})
    where unit not in (select unit from (${visitOwners(scope)})) and ${meetsFilters(snapshot, scope, ofUnits)}`)
  return row?.count ?? 0
}

/** A value of the row itself, or the values of what it names. */
type Values = { value: Sql } | { of: Sql; values: Sql }

const valuesOf = (snapshot: Snapshot, field: VisitField, end: number): Values =>
  columns[field] ? { value: raw(columns[field]) } : { of: sql`id`, values: visitField(snapshot, field, end) }

function meets({ field, op, values }: Filter, found: Values): Sql {
  const isPage = ['page', 'entryPage', 'exitPage'].includes(field) && op !== 'contains'
  const texts = values.filter(value => value !== null).map(value => (isPage ? pagePath(value) : value))
  const named = (value: Sql) =>
    op === 'contains'
      ? join(
          texts.map(text => sql`contains(${value}, ${text})`),
          ' or ',
        )
      : sql`${value} in (${join(texts)})`
  const having = (condition: Sql) =>
    'value' in found
      ? sql`coalesce(${condition}, false)`
      : sql`${found.of} in (select visit from (${found.values}) where ${condition})`
  const without = 'value' in found ? sql`${found.value} is null` : sql`not ${having(sql`true`)}`
  const any = [
    ...(texts.length > 0 ? [having(named('value' in found ? found.value : sql`value`))] : []),
    ...(values.includes(null) ? [without] : []),
  ]
  return sql`${op === 'isNot' ? sql`not` : sql``} (${join(any, ' or ')})`
}
