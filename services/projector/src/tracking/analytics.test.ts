import { randomUUID } from 'node:crypto'
import { packed } from '@tba/event-store/packed-position.ts'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { keyOf, visitKey } from './keys.ts'
import { tracking } from './tracking.projection.ts'

const data = {
  eventName: 'button_click',
  eventCategory: 'pricing',
  eventLabel: null,
  eventValue: 500,
  page: 'https://example.com/',
}
const when = { stream: streams.visit('session_1'), recordedAt: '2026-03-01T08:00:00.000Z' }
const clickOf = (userId: number | null) => happened('AnalyticsEventTracked', { ...data, userId }, when)
const row = {
  visit: visitKey('session_1'),
  kind: keyOf('button_click', 'pricing', null, 'https://example.com/'),
  eventValue: 500,
  createdAt: '2026-03-01T08:00:00.000Z',
}

test('an analytics event is kept with its visit, and with its customer where they consented', async () => {
  const [anonymous, customers] = [clickOf(null), clickOf(7)]
  const { tracked_analytics } = await tablesAfter(tracking, [anonymous, customers])
  expect(tracked_analytics).toEqual([
    { ...row, id: anonymous.id, position: packed(anonymous.position), userId: null },
    { ...row, id: customers.id, position: packed(customers.position), userId: 7 },
  ])
})

test('after an erasure nothing tells any more whose an analytics event was', async () => {
  const accountId = randomUUID()
  const stream = streams.account(accountId)
  const names = { email: 'a@example.com', firstName: 'A', lastName: 'B', passwordHash: 'h' }
  const registered = happened('AccountRegistered', { userId: 7, ...names }, { stream })
  const [erasedOnes, others] = [clickOf(7), clickOf(8)]
  const erased = happened('AccountErased', {}, { stream })
  const late = clickOf(7)
  const tables = await tablesAfter(tracking, [registered, erasedOnes, others, erased, late])
  expect(tables.account_numbers).toEqual([])
  expect(tables.tracked_analytics?.map(({ userId }) => userId)).toEqual([null, 8, null])
})
