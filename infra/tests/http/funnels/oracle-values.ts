import type { Filter } from '@tba/events/filters/filter.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'

/** What the oracle knows of a visit or a unit by its events. */
const userAgentOf = (events: readonly HistoryEvent[]) =>
  String(events.find(({ type }) => type === 'VisitStarted')?.data.userAgent ?? '')

export function planOf(events: readonly HistoryEvent[]): string | null {
  const types = ['LeadSubmitted', 'PlanActivated', 'PlanChanged']
  const plan = events.findLast(({ type }) => types.includes(type))?.data.plan
  return typeof plan === 'string' ? plan : null
}

export function deviceOf(events: readonly HistoryEvent[]): string | null {
  const agent = userAgentOf(events)
  if (agent.includes('iPhone')) return 'mobile'
  return agent.includes('Windows') ? 'desktop' : null
}

export const holdsAll = (
  filters: readonly Filter[],
  valuesOf: (field: Filter['field']) => readonly string[],
) =>
  filters.every(({ field, op, values }) => {
    const found = valuesOf(field)
    const isPage = field.toLowerCase().endsWith('page') && op !== 'contains'
    const wanted = values.map(value => (isPage && value?.startsWith('/') ? pathOf(value) : value))
    const isAny = wanted.some(value =>
      value === null
        ? found.length === 0
        : found.some(one => (op === 'contains' ? one.includes(value) : one === value)),
    )
    return (op === 'isNot') !== isAny
  })

const pathOf = (page: unknown) => new URL(String(page), 'https://example.com').pathname

/** The values of a field of a visit. */
export function valuesIn(events: readonly HistoryEvent[], field: Filter['field']): string[] {
  const pages = events
    .filter(({ data }) => data.eventType === 'page_view')
    .map(({ data }) => pathOf(data.page))
  const one = (value: unknown) => (typeof value === 'string' ? [value] : [])
  if (field === 'page') return pages
  if (field === 'entryPage') return pages.slice(0, 1)
  if (field === 'exitPage') return pages.slice(-1)
  if (field === 'device') return one(deviceOf(events))
  if (field === 'language') return one(events.find(({ type }) => type === 'VisitStarted')?.data.language)
  if (field === 'refusal') return events.some(({ type }) => type === 'ActionRefused') ? ['risposta 400'] : []
  return events.flatMap(({ type }) => outcomeOf[type] ?? [])
}
const outcomeOf: Record<string, string> = {
  LeadSubmitted: 'lead',
  AccountRegistered: 'registration',
  PlanActivated: 'plan',
}
