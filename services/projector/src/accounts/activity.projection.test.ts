import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { activity } from './activity.projection.ts'

const [anna, bruno] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']
const sid = '11111111-0000-4000-8000-000000000000'

const opened = (accountId: string) =>
  recordedEvent(
    'SessionOpened',
    { accountId, userId: 7, expiresAt: '2026-06-01T10:00:00.000Z', device: null, address: null },
    { stream: streams.session(sid) },
  )
const closed = () => recordedEvent('SessionClosed', { accountId: anna }, { stream: streams.session(sid) })
const activated = (accountId: string) =>
  recordedEvent(
    'PlanActivated',
    { userId: 7, plan: 'elite', depositEuro: 3000 },
    { stream: streams.setup(accountId), recordedAt: '2026-02-01T08:00:00.000Z' },
  )

async function activityAfter(...events: Parameters<typeof tablesAfter>[1]) {
  return (await tablesAfter(activity, events)).activity
}

test('signing out belongs to the owner of the session', async () => {
  expect(await activityAfter(opened(anna), activated(bruno), closed())).toMatchObject([
    { accountId: anna, type: 'SessionOpened' },
    { accountId: bruno, type: 'PlanActivated' },
    { accountId: anna, type: 'SessionClosed' },
  ])
})
