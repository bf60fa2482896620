import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { customers } from './customers.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const [account, setup] = [streams.account(accountId), streams.setup(accountId)]
const session = streams.session('aaaaaaaa-0000-4000-8000-000000000002')
const newcomer = {
  userId: 7,
  email: 'Niccolo@Example.com',
  firstName: 'Niccolò',
  lastName: 'D’Aquì',
  passwordHash: null,
}

const registered = (visitId = '') =>
  recordedEvent('AccountRegistered', newcomer, {
    stream: account,
    recordedAt: '2026-03-01T08:00:00.000Z',
    ...(visitId && { visitId }),
  })
const plan = (type: 'PlanActivated' | 'PlanChanged', name: 'starter' | 'elite') =>
  recordedEvent(type, { userId: 7, plan: name, depositEuro: 500 }, { stream: setup })
const erased = () => recordedEvent('AccountErased', {}, { stream: account })
const expired = (...visits: string[]) =>
  recordedEvent(
    'VisitsExpired',
    { before: '2026-01-01T00:00:00.000Z', visits },
    { stream: streams.tracking() },
  )

const after = (...events: RecordedEvent[]) => tablesAfter(customers, events)

test('a customer with a new name is found by it, and not by the old one', async () => {
  const changes = { lastName: 'Verdi', phone: '+39 333' }
  const { customers: rows } = await after(
    registered(),
    recordedEvent('ProfileUpdated', { changes }, { stream: account }),
    recordedEvent('ProfileUpdated', { changes: { phone: null, bio: 'x' } }, { stream: account }),
  )
  expect(rows).toMatchObject([
    { lastName: 'Verdi', phone: null, dial: null, words: 'niccolo verdi example com #7' },
  ])
})

test('a customer who changes their name keeps the number to dial', async () => {
  const change = (changes: object) => recordedEvent('ProfileUpdated', { changes }, { stream: account })
  const { customers: rows } = await after(
    registered(),
    change({ phone: '333 123 4567' }),
    change({ lastName: 'Verdi' }),
  )
  expect(rows).toMatchObject([{ phone: '333 123 4567', dial: '+393331234567' }])
})

test('counts bots', async () => {
  const bot = {
    botId: accountId,
    userId: 7,
    botType: 'swing',
    allocatedEuro: 100,
    strategyName: 'x',
  } as const
  const { customers: rows } = await after(registered(), recordedEvent('BotActivated', bot, { stream: setup }))
  expect(rows).toMatchObject([{ bots: 1 }])
})

test('a customer has the visits they acted in, each once, until it expires', async () => {
  const opened = { accountId, userId: 7, expiresAt: '2027-01-01T00:00:00.000Z', device: null, address: null }
  const acted = [
    registered('visit_1'),
    recordedEvent('SessionOpened', opened, { stream: session, visitId: 'visit_2' }),
    recordedEvent(
      'PasswordChanged',
      { passwordHash: null, by: 'customer' },
      { stream: account, visitId: 'visit_2' },
    ),
    // Without consent.
    recordedEvent('SessionsRevoked', { except: null }, { stream: account }),
  ]
  const ties = async (...events: RecordedEvent[]) =>
    (await after(...acted, ...events)).customer_visits?.map(({ visitId }) => visitId)
  expect(await ties()).toEqual(['visit_1', 'visit_2'])
  expect(await ties(expired('visit_1'))).toEqual(['visit_2'])
})

test('an erased customer appears nowhere, also after later events', async () => {
  const late = recordedEvent('SetupStepCompleted', { step: 'mt4' }, { stream: setup })
  const rows = await after(registered('visit_1'), plan('PlanActivated', 'starter'), erased(), late)
  expect(rows).toEqual({ customers: [], customer_visits: [] })
})

test('a customer without a key is found only by number', async () => {
  const gone = { ...newcomer, email: null, firstName: null, lastName: null }
  const { customers: rows } = await after(
    recordedEvent('AccountRegistered', gone, { stream: account }),
    recordedEvent('ProfileUpdated', { changes: null }, { stream: account }),
  )
  expect(rows).toMatchObject([{ email: null, words: '#7' }])
})
