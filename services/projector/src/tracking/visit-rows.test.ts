import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { recordedEvent } from '../testing/recorded-event.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { tracking } from './tracking.projection.ts'

const visitId = 'session_1'
const stream = streams.visit(visitId)
const at = (minute: string) => `2026-03-01T08:${minute}:00.000Z`

const origin = { userAgent: 'Firefox', referrer: 'https://example.org/' }
const started = (minute = '00') =>
  recordedEvent(
    'VisitStarted',
    { ...origin, address: '192.0.2.0', language: null },
    { stream, recordedAt: at(minute) },
  )
type When = { minute?: string; consenting?: boolean }
function interacted(eventType: string, page: string, { minute = '01', consenting = false }: When = {}) {
  const when = { stream, recordedAt: at(minute), ...(consenting && { visitId }) }
  return recordedFixture('InteractionTracked', when, { eventType, page, referrer: '' })
}
const chosen = (choice: 'all' | 'none') => recordedEvent('ConsentChosen', { choice }, { stream })
const lead = (minute: string, tiedTo: string | undefined = visitId) =>
  recordedFixture('LeadSubmitted', {
    stream: streams.lead('l'),
    recordedAt: at(minute),
    ...(tiedTo && { visitId: tiedTo }),
  })

const rowsAfter = async (...events: RecordedEvent[]) => (await tablesAfter(tracking, events)).visits

test('a visit is one row, from its first event to its last', async () => {
  const [first, last] = [started('00'), interacted('scroll', '/', { minute: '09' })]
  expect(await rowsAfter(first, interacted('page_view', '/', { minute: '01' }), last)).toEqual([
    {
      sessionId: visitId,
      firstAt: at('00'),
      lastAt: at('09'),
      ...origin,
      isRobot: false,
      ipAddress: '192.0.2.0',
      laterReferrer: null,
      day: '2026-03-01',
      viewed: true,
      pageViews: 1,
      interactions: 2,
      analytics: 0,
      consent: null,
      leadAt: null,
      questionnaireAt: null,
      registeredAt: null,
    },
  ])
})

test('the last consent choice counts, from this visit or an earlier one', async () => {
  const consent = async (...events: RecordedEvent[]) => (await rowsAfter(...events))?.[0]?.consent
  expect(await consent(started())).toBe(null)
  expect(await consent(started(), chosen('all'))).toBe('all')
  expect(await consent(started(), chosen('all'), chosen('none'), interacted('scroll', '/'))).toBe('none')
  expect(await consent(started(), interacted('page_view', '/', { consenting: true }))).toBe('all')
})

test('a visit shows its outcomes, and the first time of each', async () => {
  const when = (minute: string) => ({ recordedAt: at(minute), visitId })
  const asked = { stream: streams.questionnaire('q'), ...when('06') }
  const questionnaire = recordedFixture('QuestionnaireSubmitted', asked)
  const registered = recordedFixture('AccountRegistered', { stream: streams.account('a'), ...when('07') })
  expect(await rowsAfter(started(), lead('04'), lead('05'), questionnaire, registered)).toMatchObject([
    { consent: 'all', leadAt: at('04'), questionnaireAt: at('06'), registeredAt: at('07'), lastAt: at('07') },
  ])
})

test('an event without a visit creates none', async () => expect(await rowsAfter(lead('04', ''))).toEqual([]))

test('a conversion before the visit’s own events is kept', async () => {
  expect(await rowsAfter(lead('04'), started('05'))).toMatchObject([
    { leadAt: at('04'), firstAt: at('04'), ipAddress: '192.0.2.0' },
  ])
})

test('a later referrer is stored beside the first one', async () => {
  const told = interacted('scroll', '/')
  const later = { ...told, data: { ...told.data, referrer: 'https://b.example/' } }
  expect(await rowsAfter(started(), later)).toMatchObject([
    { referrer: 'https://example.org/', laterReferrer: 'https://b.example/' },
  ])
})

test('the browser and referrer of one interaction do not apply to later ones', async () => {
  const own = { referrer: 'https://b.example/', userAgent: 'Chrome' }
  const none = { referrer: undefined, userAgent: undefined }
  const clicked = (its: Partial<typeof own>) =>
    recordedFixture('InteractionTracked', { stream }, { ...none, ...its })
  const { site_interactions: rows } = await tablesAfter(tracking, [started(), clicked(own), clicked({})])
  expect(rows).toMatchObject([own, origin])
})

test('after an erasure no analytics event names the customer', async () => {
  const clickOf = (userId: number) => recordedFixture('AnalyticsEventTracked', { stream }, { userId })
  const account = { stream: streams.account('a') }
  const tables = await tablesAfter(tracking, [
    recordedFixture('AccountRegistered', account, { userId: 7 }),
    ...[clickOf(7), clickOf(8), recordedFixture('AccountErased', account), clickOf(7)],
  ])
  expect(tables.account_numbers).toEqual([])
  expect(tables.analytics_events?.map(({ userId }) => userId)).toEqual([null, 8, null])
})
