import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { visits } from './visits.projection.ts'

const visitId = 'session_1'
const stream = streams.visit(visitId)
const at = (minute: string) => `2026-03-01T08:${minute}:00.000Z`

const started = (minute = '00') =>
  happened(
    'VisitStarted',
    { userAgent: 'Firefox', referrer: 'https://example.org/', address: '192.0.2.0' },
    { stream, recordedAt: at(minute) },
  )
type When = { minute?: string; consenting?: boolean }
const interacted = (eventType: string, page: string, { minute = '01', consenting = false }: When = {}) =>
  happened(
    'InteractionTracked',
    { eventType, page, elementId: null, elementText: null, additionalData: null },
    { stream, recordedAt: at(minute), ...(consenting && { visitId }) },
  )
const analysed = (eventName: string, page: string) =>
  happened(
    'AnalyticsEventTracked',
    { eventName, page, eventCategory: null, eventLabel: null, eventValue: null, userId: null },
    { stream, recordedAt: at('01') },
  )
const chosen = (choice: 'all' | 'none') => happened('ConsentChosen', { choice }, { stream })
const lead = (minute: string, tiedTo: string | undefined = visitId) =>
  happened(
    'LeadSubmitted',
    { emailHash: 'h', name: null, email: null, phone: null, plan: 'elite', depositEuro: 3000, message: null },
    { stream: streams.lead('l'), recordedAt: at(minute), ...(tiedTo && { visitId: tiedTo }) },
  )

test('a visit is one row, from its first event to its last', () => {
  const [first, last] = [started('00'), interacted('scroll', '/', { minute: '09' })]
  expect(rowsAfter(visits, [first, interacted('page_view', '/', { minute: '01' }), last])).toEqual([
    {
      sessionId: visitId,
      firstAt: at('00'),
      firstPosition: first.position,
      lastAt: at('09'),
      lastPosition: last.position,
      pageViews: 1,
      pages: ['/'],
      device: 'Firefox',
      referrer: 'https://example.org/',
      address: '192.0.2.0',
      consent: null,
      leadAt: null,
      questionnaireAt: null,
      registeredAt: null,
    },
  ])
})

test('a page view that both calls tell of is one, and a page that is seen again is no other page', () => {
  const events = [
    interacted('page_view', '/'),
    analysed('page_view', '/'),
    interacted('page_view', '/strategies'),
    interacted('page_view', '/'),
  ]
  expect(rowsAfter(visits, events)).toMatchObject([{ pageViews: 3, pages: ['/', '/strategies'] }])
})

test('where a visitor came from is known from the first event that says so', () => {
  const began = happened('VisitStarted', { userAgent: 'Firefox', referrer: null, address: null }, { stream })
  const [first, second] = ['https://example.org/', 'https://example.net/'].map(referrer =>
    happened(
      'InteractionTracked',
      { eventType: 'click', page: '/', elementId: null, elementText: null, additionalData: null, referrer },
      { stream },
    ),
  )
  if (!first || !second) throw new Error('two events were to happen')
  expect(rowsAfter(visits, [began, analysed('page_view', '/'), first, second])).toMatchObject([
    { device: 'Firefox', referrer: 'https://example.org/' },
  ])
  expect(rowsAfter(visits, [started(), second])).toMatchObject([{ referrer: 'https://example.org/' }])
})

test('a visit that goes through pages without end stays a small row', () => {
  const events = Array.from({ length: 30 }, (_, page) => interacted('page_view', `/${page}`))
  const [visit] = rowsAfter(visits, events)
  expect(visit).toMatchObject({ pageViews: 30, pages: Array.from({ length: 20 }, (_, page) => `/${page}`) })
})

test('consent is the visitor’s last word, in this visit or from an earlier one', () => {
  const consent = (...events: Parameters<typeof rowsAfter>[1]) => rowsAfter(visits, events)[0]?.consent
  expect(consent(started())).toBe(null)
  expect(consent(started(), chosen('all'))).toBe('all')
  expect(consent(started(), chosen('all'), chosen('none'), interacted('scroll', '/'))).toBe('none')
  expect(consent(started(), interacted('page_view', '/', { consenting: true }))).toBe('all')
})

test('a visit shows what it came to, and when it first did', () => {
  const questionnaire = happened(
    'QuestionnaireSubmitted',
    {
      ...{ emailHash: 'h', name: null, email: null, phone: null, countryCode: null, age: null },
      ...{ occupation: null, tradingExperience: 'nessuna', investmentAmount: '10000+', timeframe: 'mese' },
      ...{ investmentGoal: 'apprendimento', riskTolerance: 'alta', contactMethod: 'demo' },
      ...{ additionalInfo: null, source: null },
    },
    { stream: streams.questionnaire('q'), recordedAt: at('06'), visitId },
  )
  const registered = happened(
    'AccountRegistered',
    { userId: 7, email: null, firstName: null, lastName: null, passwordHash: null },
    { stream: streams.account('a'), recordedAt: at('07'), visitId },
  )
  expect(rowsAfter(visits, [started(), lead('04'), lead('05'), questionnaire, registered])).toMatchObject([
    { consent: 'all', leadAt: at('04'), questionnaireAt: at('06'), registeredAt: at('07'), lastAt: at('07') },
  ])
})

test('what is tied to no visit makes none', () => {
  expect(rowsAfter(visits, [lead('04', '')])).toEqual([])
})

test('a conversion that the log has before the visit’s own events is not lost', () => {
  expect(rowsAfter(visits, [lead('04'), started('05')])).toMatchObject([
    { leadAt: at('04'), firstAt: at('04'), device: 'Firefox' },
  ])
})
