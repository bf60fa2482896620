import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { interactions } from './interactions.projection.ts'

const stream = streams.visit('session_1')
const clicked = {
  eventType: 'button_click',
  elementId: 'hero',
  elementText: 'Inizia con €500',
  page: 'https://example.com/',
  additionalData: { label: 'hero', value: 3, first: true },
}

test('an interaction is kept under the id that the log knows it by', async () => {
  const event = happened('InteractionTracked', clicked, { stream, recordedAt: '2026-03-01T08:00:00.000Z' })
  expect((await tablesAfter(interactions, [event])).interactions).toEqual([
    {
      ...clicked,
      userAgent: null,
      referrer: null,
      id: event.id,
      sessionId: 'session_1',
      createdAt: '2026-03-01T08:00:00.000Z',
      position: event.position,
    },
  ])
})

test('browser, address and referrer are kept once, however many interactions a visit has', async () => {
  const started = { userAgent: 'Firefox', referrer: 'https://example.org/', address: '192.0.2.0' }
  const tables = await tablesAfter(interactions, [
    happened('VisitStarted', started, { stream }),
    happened('InteractionTracked', clicked, { stream }),
    happened('InteractionTracked', clicked, { stream }),
  ])
  expect(tables.visit_origins).toEqual([
    {
      sessionId: 'session_1',
      userAgent: 'Firefox',
      ipAddress: '192.0.2.0',
      referrer: 'https://example.org/',
    },
  ])
  expect(tables.interactions).toHaveLength(2)
})
