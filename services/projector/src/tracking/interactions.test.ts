import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { tracking } from './tracking.projection.ts'

const when = { stream: streams.visit('session_1'), recordedAt: '2026-03-01T08:00:00.000Z' }
const data = {
  eventType: 'button_click',
  elementId: 'hero',
  elementText: 'Inizia con €500',
  page: 'https://example.com/',
  additionalData: { label: 'hero', value: 3, first: true },
}
const started = (referrer: string | null) =>
  recordedEvent('VisitStarted', { userAgent: 'Firefox', referrer, address: '192.0.2.0' }, when)

test('the origin of one interaction does not apply to later ones', async () => {
  const own = { referrer: 'https://b.example/', userAgent: 'Chrome' }
  const events = [
    started(null),
    recordedEvent('InteractionTracked', { ...data, ...own }, when),
    recordedEvent('InteractionTracked', data, when),
  ]
  expect((await tablesAfter(tracking, events)).site_interactions).toMatchObject([
    own,
    { referrer: null, userAgent: 'Firefox' },
  ])
})
