import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { customers } from './customers.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const [account, setup] = [{ stream: streams.account(accountId) }, { stream: streams.setup(accountId) }]
const newcomer = { userId: 7, email: 'Niccolo@Example.com', firstName: 'Niccolò', lastName: 'D’Aquì' }

const registered = (visitId = '') => recordedFixture('AccountRegistered', { ...account, visitId }, newcomer)
const changed = (changes: object) => recordedFixture('ProfileUpdated', account, { changes })
const after = (...events: RecordedEvent[]) => tablesAfter(customers, events)

test('a customer with a new name is found by it, and not by the old one', async () => {
  const [renamed, cleared] = [
    { lastName: 'Verdi', phone: '+39 333' },
    { phone: null, bio: 'x' },
  ]
  const { customers: rows } = await after(registered(), changed(renamed), changed(cleared))
  expect(rows).toMatchObject([
    { lastName: 'Verdi', phone: null, dial: null, words: 'niccolo verdi example com #7' },
  ])
})

test('a customer who changes their name keeps the number to dial', async () => {
  const [phone, renamed] = [changed({ phone: '333 123 4567' }), changed({ lastName: 'Verdi' })]
  const { customers: rows } = await after(registered(), phone, renamed)
  expect(rows).toMatchObject([{ phone: '333 123 4567', dial: '+393331234567' }])
})

test('counts bots', async () => {
  const { customers: rows } = await after(registered(), recordedFixture('BotActivated', setup))
  expect(rows).toMatchObject([{ bots: 1 }])
})

test('a customer has the visits they acted in, each once, until it expires', async () => {
  const session = streams.session('aaaaaaaa-0000-4000-8000-000000000002')
  const acted = [
    registered('visit_1'),
    recordedFixture('SessionOpened', { stream: session, visitId: 'visit_2' }, { accountId }),
    recordedFixture('PasswordChanged', { ...account, visitId: 'visit_2' }),
    // Without consent.
    recordedFixture('SessionsRevoked', account),
  ]
  const ties = async (...events: RecordedEvent[]) =>
    (await after(...acted, ...events)).customer_visits?.map(({ visitId }) => visitId)
  expect(await ties()).toEqual(['visit_1', 'visit_2'])
  const expired = recordedFixture('VisitsExpired', { stream: streams.tracking() }, { visits: ['visit_1'] })
  expect(await ties(expired)).toEqual(['visit_2'])
})

test('an erased customer appears nowhere, also after later events', async () => {
  const rows = await after(
    registered('visit_1'),
    ...[recordedFixture('PlanActivated', setup), recordedFixture('AccountErased', account)],
    recordedFixture('SetupStepCompleted', setup),
  )
  expect(rows).toEqual({ customers: [], customer_visits: [] })
})
