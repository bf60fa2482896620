import { packed } from '@tba/event-store/packed-position.ts'
import { streams } from '@tba/events/streams.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { history } from './history.projection.ts'

const anna = '0a1b2c3d-0000-4000-8000-000000000001'
const sessionId = '0a1b2c3d-0000-4000-8000-000000000003'
const [visit, other] = ['session_1767261600000_Stays', 'session_1767261600000_other']
const account = nameKey(streams.account(anna))
const key = (id: string) => nameKey(streams.visit(id))

const registered = (visitId?: string) =>
  happened(
    'AccountRegistered',
    { userId: 7, email: null, firstName: null, lastName: null, passwordHash: null },
    { stream: streams.account(anna), ...(visitId && { visitId }) },
  )
const inSession = (visitId?: string) =>
  happened(
    'SessionOpened',
    {
      ...{ accountId: anna, userId: 7, expiresAt: '2026-03-01T00:00:00.000Z' },
      ...{ device: null, address: null },
    },
    { stream: streams.session(sessionId), ...(visitId && { visitId }) },
  )
const closed = (visitId: string) =>
  happened('SessionClosed', { accountId: anna }, { stream: streams.session(sessionId), visitId })
const activated = (visitId: string) =>
  happened(
    'PlanActivated',
    { userId: 7, plan: 'elite', depositEuro: 3000 },
    { stream: streams.setup(anna), visitId },
  )
const measured = (id: string, userId: number | null) =>
  happened(
    'AnalyticsEventTracked',
    { ...{ eventName: 'view', eventCategory: null, eventLabel: null, eventValue: null, page: '/' }, userId },
    { stream: streams.visit(id), actor: 'visitor' },
  )
const expired = (...visits: string[]) =>
  happened(
    'VisitsExpired',
    { before: '2026-01-02T00:00:00.000Z', visits },
    { stream: streams.tracking(), actor: 'system' },
  )

async function tiesAfter(...events: RecordedEvent[]) {
  const { history_ties = [] } = await tablesAfter(history, events)
  const told = history_ties.map(({ key: _, ...tie }) => tie)
  return told.toSorted((a, b) => String(a.position).localeCompare(String(b.position)))
}
const tie = (event: RecordedEvent, id: string, by: { account?: number; userId?: number }) => ({
  ...{ visit: key(id), account: null, userId: null, position: packed(event.position) },
  ...by,
})

test('a customer is known by the account’s stream, and a session by the customer whose it is', async () => {
  const { history_accounts, history_sessions } = await tablesAfter(history, [registered(), inSession()])
  expect(history_accounts).toEqual([{ account, accountId: anna, userId: 7 }])
  expect(history_sessions).toEqual([{ stream: nameKey(streams.session(sessionId)), account }])
})

test('a visit is tied to the customer of whose account, setup or session an event names it', async () => {
  for (const event of [registered(visit), inSession(visit), activated(visit)])
    expect(await tiesAfter(event)).toEqual([tie(event, visit, { account })])
})

test('a visit in which a customer only signs out is tied to the one who had signed in', async () => {
  const [opened, left] = [inSession(visit), closed(other)]
  expect(await tiesAfter(opened, left)).toEqual([
    tie(opened, visit, { account }),
    tie(left, other, { account }),
  ])
})

test('a visit is tied once to a customer, from the first event on, and once to each number that it names', async () => {
  const events = [
    measured(visit, null),
    measured(visit, 7),
    measured(visit, 7),
    measured(visit, 8),
    registered(visit),
  ]
  const [, seven, , eight, account1] = events as [RecordedEvent, ...RecordedEvent[]]
  expect(await tiesAfter(...events, activated(visit), closed(visit))).toEqual([
    tie(seven as RecordedEvent, visit, { userId: 7 }),
    tie(eight as RecordedEvent, visit, { userId: 8 }),
    tie(account1 as RecordedEvent, visit, { account }),
  ])
})

test('a lead that was submitted in a visit ties it to nobody', async () => {
  const submitted = happened(
    'LeadSubmitted',
    {
      ...{ emailHash: 'h', name: null, email: null, phone: null, plan: 'elite', depositEuro: 3000 },
      message: null,
    },
    { stream: streams.lead('1'), visitId: visit },
  )
  expect(await tiesAfter(submitted)).toEqual([])
})

test('an expired visit is nobody’s, as in a log that has forgotten it', async () => {
  const whole = [
    ...[registered(visit), measured(visit, 7), inSession(other), expired(visit)],
    activated(visit),
  ]
  const forgotten = whole.filter(({ stream }) => stream !== streams.visit(visit))
  const [, , signedIn, , later] = whole
  const left = [
    tie(signedIn as RecordedEvent, other, { account }),
    tie(later as RecordedEvent, visit, { account }),
  ]
  expect(await tiesAfter(...whole)).toEqual(left)
  expect(await tiesAfter(...forgotten)).toEqual(left)
})
