import type { Filter, FilterField } from '@tba/events/filters/filter.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import { pagePath } from '@tba/events/tracking/page.ts'
import type { DatedTrend } from '@tba/events/trends/definition.ts'
import { personsIn, visitsIn } from './oracle.ts'
import { deviceOf } from './oracle-values.ts'
import { satisfies } from './satisfies.ts'

/** What a row of a count stands for: an event, a visit or a person, with its matching events and the values of its breakdown. */
type Counted = { id: string; at: number[]; values: (string | null)[] }
export type Series = { total: number; points: { start: string; value: number; open: boolean }[] }

const inRome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' })
const quarterMs = 900_000

/** Tells intervals apart by what a calendar in Rome shows; an hour that comes twice has two. */
const labelOf = {
  hour: (at: number) => String(Math.floor(at / 3_600_000)),
  day: (at: number) => inRome.format(at),
  week(at: number) {
    const day = new Date(inRome.format(at))
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
    return day.toISOString()
  },
  month: (at: number) => inRome.format(at).slice(0, 7),
}

/** The starts of the intervals of a period: quarter of an hour by quarter of an hour. */
function intervalsOf({ interval, from, to }: DatedTrend, nowMs: number) {
  const found: { startMs: number; endMs: number }[] = []
  let label = ''
  for (let at = Date.parse(from); at < Date.parse(to); at += quarterMs) {
    const its = labelOf[interval](at)
    if (its !== label) found.push({ startMs: at, endMs: Date.parse(to) })
    const before = found.at(-2)
    if (its !== label && before) before.endMs = at
    label = its
  }
  return found.filter(({ startMs }) => startMs <= nowMs)
}

/** What a visit has of a field. */
const valuesOf: Partial<Record<FilterField, (events: readonly HistoryEvent[]) => (string | null)[]>> = {
  device: events => [deviceOf(events)],
  page: events =>
    events.flatMap(({ type, data }) =>
      type === 'InteractionTracked' && data.eventType === 'page_view' ? [pagePath(String(data.page))] : [],
    ),
  outcome: events =>
    events.flatMap(({ type }) => {
      const outcomes: Record<string, string> = { LeadSubmitted: 'lead', AccountRegistered: 'registration' }
      return outcomes[type] ?? []
    }),
}
const known = (field: FilterField, events: readonly HistoryEvent[]) =>
  new Set((valuesOf[field]?.(events) ?? []).filter(value => value !== null))

function meets({ field, op, values }: Filter, found: ReadonlySet<string>): boolean {
  const holds = (value: string | null) => {
    if (value === null) return found.size === 0
    return op === 'contains' ? [...found].some(one => one.includes(value)) : found.has(pageOr(field, value))
  }
  return values.some(holds) !== (op === 'isNot')
}
const pageOr = (field: FilterField, value: string) => (field === 'page' ? pagePath(value) : value)

const orNone = (values: Iterable<string>) => {
  const some = [...new Set(values)]
  return some.length > 0 ? some : [null]
}

/** Everything that a series counts, one by one. */
export function countedIn(
  log: readonly HistoryEvent[],
  definition: DatedTrend,
  { event, where = [] }: DatedTrend['series'][number],
  nowMs: number,
): { counted: Counted[]; unplaced: number } {
  const { count, filters = [], breakdown, bots, from } = definition
  const toMs = intervalsOf(definition, nowMs).at(-1)?.endMs ?? 0
  const isIn = ({ type, data, recordedAt }: HistoryEvent) => {
    const at = Date.parse(recordedAt)
    return type === event && satisfies(where, data) && at >= Date.parse(from) && at < toMs
  }
  const timesOf = (events: readonly HistoryEvent[]) =>
    events.filter(isIn).map(({ recordedAt }) => Date.parse(recordedAt))
  const all = visitsIn(log, { bots: true })
  const visits = visitsIn(log, { bots }).filter(({ events }) =>
    filters.every(filter => filter.field === 'plan' || meets(filter, known(filter.field, events))),
  )
  const valued = (events: readonly HistoryEvent[]) => (breakdown ? orNone(known(breakdown, events)) : [])
  const unplaced = log.filter(one => isIn(one) && !all.some(({ events }) => events.includes(one)))
  if (count === 'persons') {
    const ofPlan = filters.filter(({ field }) => field === 'plan')
    const persons = personsIn(log, { bots }).filter(
      ({ value, visits: own = [] }) =>
        ofPlan.every(filter => meets(filter, new Set(value === null ? [] : [value]))) &&
        (filters.length === ofPlan.length || visits.some(({ id }) => own.includes(id))),
    )
    const counted = persons.map(({ id, events, value, visits: [first] = [] }) => {
      const its = all.find(visit => visit.id === first)?.events ?? []
      return { id, at: timesOf(events), values: breakdown === 'plan' ? [value] : valued(its) }
    })
    return { counted, unplaced: 0 }
  }
  if (count === 'visits')
    return {
      counted: visits.map(({ id, events }) => ({ id, at: timesOf(events), values: valued(events) })),
      unplaced: unplaced.length,
    }
  const counted = log.filter(isIn).map(one => {
    const own = visits.filter(({ events }) => events.includes(one))
    const isCounted = own.length > 0 || (unplaced.includes(one) && filters.length === 0)
    const values = [...new Set(own.flatMap(({ events }) => valued(events)))]
    return { id: one.id, at: isCounted ? timesOf([one]) : [], values }
  })
  return { counted, unplaced: unplaced.length }
}

type Interval = ReturnType<typeof intervalsOf>[number]

/** What is counted from the start of an interval to the end of another. */
const among = (counted: readonly Counted[], first: Interval | undefined, last: Interval | undefined) => {
  const isAt = (at: number) =>
    first !== undefined && last !== undefined && at >= first.startMs && at < last.endMs
  return counted.filter(one => one.at.some(isAt))
}
const having = (counted: readonly Counted[], value: string | null | undefined) =>
  counted.filter(({ values }) => value === undefined || values.includes(value))

/** The ids that a point counts; without a start the whole period. */
export function idsAt(
  counted: readonly Counted[],
  definition: DatedTrend,
  nowMs: number,
  { start, value }: { start?: string | undefined; value?: string | null | undefined },
): string[] {
  const intervals = intervalsOf(definition, nowMs)
  const place = start ? intervals.find(its => its.startMs === Date.parse(start)) : intervals.at(-1)
  const first = !start || definition.cumulative ? intervals[0] : place
  return among(having(counted, value), first, place)
    .map(({ id }) => id)
    .sort()
}

export function seriesOf(
  all: readonly Counted[],
  definition: DatedTrend,
  nowMs: number,
  value?: string | null,
): Series {
  const intervals = intervalsOf(definition, nowMs)
  const counted = having(all, value)
  return {
    total: among(counted, intervals[0], intervals.at(-1)).length,
    points: intervals.map(its => ({
      start: new Date(its.startMs).toISOString(),
      value: among(counted, definition.cumulative ? intervals[0] : its, its).length,
      open: its.endMs > nowMs,
    })),
  }
}

/** The values of the breakdown, the largest first. */
export function valuesIn(counted: readonly Counted[], definition: DatedTrend, nowMs: number) {
  const values = [...new Set(counted.flatMap(one => (one.at.length > 0 ? one.values : [])))]
  const sized = values.map(value => ({
    value,
    total: seriesOf(counted, definition, nowMs, value).total,
  }))
  const inOrder = (one: (typeof sized)[number], other: (typeof sized)[number]) =>
    other.total - one.total ||
    Number(one.value === null) - Number(other.value === null) ||
    (String(one.value) < String(other.value) ? -1 : 1)
  return sized
    .filter(({ total }) => total > 0)
    .sort(inOrder)
    .map(({ value }) => value)
}
