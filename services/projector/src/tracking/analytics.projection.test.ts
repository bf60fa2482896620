import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { analytics } from './analytics.projection.ts'

test('an analytics event is kept with its visit, and with its customer where they consented', () => {
  const data = {
    eventName: 'button_click',
    eventCategory: 'pricing',
    eventLabel: null,
    eventValue: 500,
    page: 'https://example.com/',
  }
  const when = { stream: streams.visit('session_1'), recordedAt: '2026-03-01T08:00:00.000Z' }
  const anonymous = happened('AnalyticsEventTracked', { ...data, userId: null }, when)
  const customers = happened('AnalyticsEventTracked', { ...data, userId: 7 }, when)
  const row = { ...data, sessionId: 'session_1', createdAt: '2026-03-01T08:00:00.000Z' }
  expect(rowsAfter(analytics, [anonymous, customers])).toEqual([
    { ...row, id: anonymous.id, position: anonymous.position, userId: null },
    { ...row, id: customers.id, position: customers.position, userId: 7 },
  ])
})
