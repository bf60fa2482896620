import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { ListedVisit, VisitDetail } from '@tba/events/visits/views.ts'

export const visitId = 'session_1764000000000_9f3b'
const startedMs = Date.parse('2026-11-21T23:30:15.250Z')
const site = 'https://example.com'

let events = 0
const eventId = () => `a3a3a3a3-0000-4000-8000-${String(++events).padStart(12, '0')}`

type More = Partial<HistoryEvent> & { atMs?: number }

/** @param atMs since the visit's start */
export const eventOf = (
  type: string,
  data: HistoryEvent['data'],
  { atMs = 0, ...more }: More = {},
): HistoryEvent => ({
  id: eventId(),
  position: String(events),
  stream: `visit-${visitId}`,
  revision: events,
  type,
  recordedAt: new Date(startedMs + atMs).toISOString(),
  actor: 'visitor',
  correlationId: 'richiesta',
  causationId: 'richiesta',
  visitId: null,
  schemaVersion: 1,
  data,
  sealed: [],
  ...more,
})

const interaction = (atMs: number, eventType: string, more: HistoryEvent['data'] = {}, page = '/') =>
  eventOf(
    'InteractionTracked',
    { eventType, elementId: null, elementText: null, page: `${site}${page}`, additionalData: null, ...more },
    { atMs },
  )

export const viewed = (atMs: number, page = '/') => interaction(atMs, 'page_view', {}, page)
export const scrolled = (atMs: number, percent: number, page = '/') =>
  interaction(atMs, 'scroll', { additionalData: { percent } }, page)
export const left = (atMs: number, seconds: number, page = '/') =>
  interaction(atMs, 'time_on_page', { additionalData: { seconds } }, page)
/** A click as the tracker sends it: two events, the second one with the part of the page. */
export const pressed = (atMs: number, what: string, section: string, page = '/') => [
  interaction(atMs, 'button_click', { elementText: what }, page),
  eventOf(
    'AnalyticsEventTracked',
    {
      eventName: 'button_click',
      eventCategory: section,
      eventLabel: what,
      eventValue: null,
      page: `${site}${page}`,
      userId: null,
    },
    { atMs },
  ),
]
const fact = (atMs: number, type: string, data: HistoryEvent['data'] = {}) =>
  eventOf(type, data, { atMs, stream: 'lead-1', visitId })

export const visitRowOf = (changed: Partial<ListedVisit> = {}): ListedVisit => ({
  seen: false,
  id: visitId,
  firstAt: new Date(startedMs).toISOString(),
  lastAt: new Date(startedMs + 252_000).toISOString(),
  events: 7,
  pages: [`${site}/?utm_source=giornale`, `${site}/strategies`],
  device: 'mobile',
  referrer: 'google.com',
  consent: 'all',
  outcome: 'lead',
  robot: null,
  seconds: 252,
  pageViews: 2,
  refusals: 0,
  errors: 0,
  source: 'google',
  ...changed,
})

/** A visitor who presses a button, leaves for four minutes, and submits a lead. */
export const visitOf = (changed: Partial<VisitDetail['visit']> = {}): VisitDetail => ({
  visit: { ...visitRowOf(), userAgent: 'Mozilla/5.0', accounts: [], ...changed },
  events: [
    eventOf('VisitStarted', { userAgent: 'Mozilla/5.0', referrer: 'https://www.google.com/', address: null }),
    viewed(0),
    ...pressed(4_000, 'Inizia con €500', 'hero'),
    scrolled(9_000, 50),
    fact(249_000, 'LeadSubmitted', { plan: 'elite' }),
    left(252_000, 252),
  ],
  next: null,
})
