import { randomUUID } from 'node:crypto'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { tracking } from './tracking.projection.ts'

const data = {
  eventName: 'button_click',
  eventCategory: 'pricing',
  eventLabel: null,
  eventValue: 500,
  page: 'https://example.com/',
}
const when = { stream: streams.visit('session_1'), recordedAt: '2026-03-01T08:00:00.000Z' }
const clickOf = (userId: number | null) => recordedEvent('AnalyticsEventTracked', { ...data, userId }, when)

test('after an erasure no analytics event names the customer', async () => {
  const accountId = randomUUID()
  const stream = streams.account(accountId)
  const names = { email: 'a@example.com', firstName: 'A', lastName: 'B', passwordHash: 'h' }
  const registered = recordedEvent('AccountRegistered', { userId: 7, ...names }, { stream })
  const [erasedOnes, others] = [clickOf(7), clickOf(8)]
  const erased = recordedEvent('AccountErased', {}, { stream })
  const late = clickOf(7)
  const tables = await tablesAfter(tracking, [registered, erasedOnes, others, erased, late])
  expect(tables.account_numbers).toEqual([])
  expect(tables.analytics_events?.map(({ userId }) => userId)).toEqual([null, 8, null])
})
