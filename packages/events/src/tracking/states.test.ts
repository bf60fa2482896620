import { exportTicketState } from '../admins/export-ticket.state.ts'
import { fold } from '../decider.ts'
import { trackingState } from './tracking.state.ts'
import { visitState } from './visit.state.ts'

const at = (second: number) => `2026-11-30T09:00:0${second}.000Z`
const nobody = { userAgent: null, referrer: null, address: null, language: null }
const untouched = { ...nobody, startedAt: null, lastAt: null, consent: null, page: null }

test('a visit shows who came, when, the last page, the choice of consent and how much was done', () => {
  const came = {
    userAgent: 'Firefox',
    referrer: 'https://example.org/',
    address: '192.0.2.0',
    language: 'it',
  }
  const clicked = { eventType: 'button_click', elementId: null, elementText: null, additionalData: null }
  const viewed = {
    eventName: 'page_view',
    eventCategory: null,
    eventLabel: null,
    eventValue: null,
    userId: null,
  }
  const counts = { interactions: 0, analyticsEvents: 0, refusals: 0 }
  expect(fold(visitState, [])).toEqual({ ...untouched, ...counts })
  const refused = { action: 'POST /api/leads', reason: null, status: 400 }
  const visit = fold(visitState, [
    { type: 'VisitStarted', data: came, recordedAt: at(1) },
    { type: 'InteractionTracked', data: { ...clicked, page: '/' }, recordedAt: at(2) },
    { type: 'InteractionTracked', data: { ...clicked, page: '/faq' }, recordedAt: at(3) },
    { type: 'ConsentChosen', data: { choice: 'all' }, recordedAt: at(4) },
    { type: 'ActionRefused', data: refused, recordedAt: at(5) },
  ])
  const seen = { ...came, startedAt: at(1), lastAt: at(5), consent: 'all', page: '/faq' }
  expect(visit).toEqual({ ...seen, interactions: 2, analyticsEvents: 0, refusals: 1 })
  const event = { type: 'AnalyticsEventTracked', data: { ...viewed, page: '/prezzi' } } as const
  expect(fold(visitState, [event])).toMatchObject({ page: '/prezzi', interactions: 0, analyticsEvents: 1 })
})

test('the deletions of visits add up, up to the latest age', () => {
  const expired = (before: string, ...visits: string[]) =>
    ({ type: 'VisitsExpired', data: { before, visits } }) as const
  expect(fold(trackingState, [])).toEqual({ expiredVisits: 0, before: null })
  const both = [expired(at(1), 'a', 'b'), expired(at(2), 'c')]
  expect(fold(trackingState, both)).toEqual({ expiredVisits: 3, before: at(2) })
})

test('the ticket of an export is used by it', () => {
  const exported = { type: 'DataExported', data: { exported: 'leads' } } as never
  expect(fold(exportTicketState, [])).toEqual({ status: 'unused', exported: null })
  expect(fold(exportTicketState, [exported])).toEqual({ status: 'used', exported: 'leads' })
})
