import type { FunnelStep } from '@tba/events/condition.ts'
import type { Filter } from '@tba/events/filters/filter.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { RetentionDefinition } from '@tba/events/retention/definition.ts'
import { pagePath } from '@tba/events/tracking/page.ts'
import fc from 'fast-check'
import { pages } from './definitions.ts'
import { unitsBy } from './oracle.ts'
import { planOf } from './oracle-values.ts'
import { satisfies } from './satisfies.ts'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome', dateStyle: 'short' })

/** The number of the day, the week or the month in Rome, from the calendar alone. */
export function intervalOf(unit: RetentionDefinition['unit'], atMs: number): number {
  const [year = 0, month = 0, day = 0] = dayFormat.format(atMs).split('-').map(Number)
  if (unit === 'month') return (year - 1970) * 12 + month - 1
  const days = Date.UTC(year, month - 1, day) / 86_400_000
  return unit === 'day' ? days : Math.floor((days + 3) / 7)
}

type Dated = RetentionDefinition & { from: string; to: string }
/** A unit in a cohort: the interval of its entry, those after it in which it counts, and its values in each; at null: at the entry. */
type Way = { id: string; cohort: number; values: Map<number | null, (string | null)[]> }

const pagesIn = (events: readonly HistoryEvent[]) => [
  ...new Set(
    events
      .filter(({ data }) => data.eventType === 'page_view')
      .map(({ data }) => pagePath(String(data.page))),
  ),
]

/** Unit by unit, over the events that the history shows. */
export function waysBack(log: readonly HistoryEvent[], asked: Dated): Way[] {
  const meets =
    ({ event, where = [] }: FunnelStep) =>
    (one: HistoryEvent) =>
      one.type === event && satisfies(where, one.data)
  const intervalIn = ({ recordedAt }: HistoryEvent) => intervalOf(asked.unit, Date.parse(recordedAt))
  const isInPeriod = ({ recordedAt }: HistoryEvent) => recordedAt >= asked.from && recordedAt < asked.to
  return unitsBy[asked.by](log, { bots: false }).flatMap(({ id, events, value }) => {
    const viewed = pagesIn(events)
    const isMet = ({ field, values }: Filter) =>
      field === 'plan' ? values.includes(planOf(events)) : viewed.some(page => values.includes(page))
    if (!asked.filters?.every(isMet)) return []
    const valuesUpTo = (place: number): (string | null)[] => {
      if (asked.breakdown === 'plan') return [planOf(events.slice(0, place + 1))]
      return asked.breakdown === 'page' && viewed.length > 0
        ? viewed
        : [asked.breakdown === 'page' ? null : value]
    }
    const entries = events.filter(meets(asked.entry))
    const candidates = asked.first === 'ever' ? entries.slice(0, 1) : entries
    const first = new Map<number, HistoryEvent>()
    for (const entry of candidates.filter(isInPeriod))
      if (!first.has(intervalIn(entry))) first.set(intervalIn(entry), entry)
    return [...first].map(([cohort, entry]) => {
      const place = events.indexOf(entry)
      const last = new Map<number, HistoryEvent>()
      for (const act of events.slice(place).filter(meets(asked.action)))
        last.set(Math.max(0, intervalIn(act) - cohort), act)
      const values: Way['values'] = new Map([[null, valuesUpTo(place)]])
      for (let index = 0; index <= Math.max(-1, ...last.keys()); index++) {
        const later = [...last.keys()].filter(after => after >= index).sort((one, other) => one - other)
        const act = last.get(asked.mode === 'in' ? index : (later[0] as number))
        if (!act) continue
        const upTo = asked.planAt === 'return' ? events.indexOf(act) : place
        values.set(index, valuesUpTo(upTo))
      }
      return { id, cohort, values }
    })
  })
}

const step = fc.oneof<fc.Arbitrary<FunnelStep>[]>(
  fc.constantFrom(
    ...['InteractionTracked', 'LeadSubmitted', 'AccountRegistered', 'SessionOpened', 'PlanChanged'].map(
      event => ({ event }),
    ),
  ),
  fc.constantFrom(...pages).map(value => ({
    event: 'InteractionTracked',
    where: [{ field: 'page', op: 'is' as const, value }],
  })),
  fc.constant({ event: 'PlanChanged', where: [{ field: 'plan', op: 'isNot', value: 'elite' }] }),
)

export const retentionsOver = (log: readonly HistoryEvent[]): fc.Arbitrary<Dated> => {
  const time = fc.nat(log.length - 1).map(at => log[at]?.recordedAt ?? '')
  return fc
    .record({
      by: fc.constantFrom('visit' as const, 'customer' as const, 'person' as const),
      entry: step,
      action: step,
      unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      mode: fc.constantFrom('in' as const, 'onOrAfter' as const),
      first: fc.constantFrom('ever' as const, 'each' as const),
      isFiltered: fc.boolean(),
      breakdown: fc.constantFrom(undefined, 'plan' as const, 'device' as const, 'page' as const),
      planAt: fc.constantFrom(undefined, 'entry' as const, 'return' as const),
      bounds: fc.tuple(time, time),
    })
    .map(({ bounds, isFiltered, ...asked }) => {
      const [from = '', last = ''] = bounds.sort()
      const dated = { ...asked, from, to: new Date(Date.parse(last) + 1).toISOString() }
      const isOfVisits = asked.by === 'visit'
      const filter = isOfVisits
        ? { field: 'page' as const, values: [pagePath(pages[0] ?? '')] }
        : { field: 'plan' as const, values: ['elite', null] }
      // Their values by customer are those of their first visit, which the tests of filters cover.
      const breakdown = asked.breakdown && !isOfVisits ? ('plan' as const) : asked.breakdown
      return { ...dated, breakdown, filters: isFiltered ? [{ ...filter, op: 'is' as const }] : [] }
    })
}
