import type { HistoryEvent } from '@tba/events/history/views.ts'

/** What an event of a visit is for whoever watches it. */
export type MarkKind = 'view' | 'click' | 'scroll' | 'time' | 'start' | 'refused' | 'fact' | 'other'

/** What a visit is there for: one jumps from one of these to the next. */
const conversions: readonly string[] = [
  ...['LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered', 'PlanActivated', 'BotActivated'],
]

const tracked: Record<string, MarkKind> = {
  page_view: 'view',
  button_click: 'click',
  scroll: 'scroll',
  time_on_page: 'time',
}

export function kindOf({ type, data }: Pick<HistoryEvent, 'type' | 'data'>): MarkKind {
  const name = data.eventType ?? data.eventName
  if (type === 'InteractionTracked' || type === 'AnalyticsEventTracked')
    return typeof name === 'string' && Object.hasOwn(tracked, name) ? (tracked[name] ?? 'other') : 'other'
  if (type === 'VisitStarted') return 'start'
  return type === 'ActionRefused' ? 'refused' : 'fact'
}

export const isConversion = ({ type }: Pick<HistoryEvent, 'type'>) => conversions.includes(type)
