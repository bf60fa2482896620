import { streams } from '@tba/events/streams.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { personParts } from './person-parts.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const emailHash = 'ab'.repeat(32)
const person = personIdOf(emailHash)
const [account, address] = [{ stream: streams.account(accountId) }, { stream: streams.email(emailHash) }]
const session = { stream: streams.session(accountId) }

const lead = recordedFixture(
  'LeadSubmitted',
  { stream: 'lead-1' },
  { emailHash, name: 'Ada', phone: '06 123 4567' },
)
const claimed = recordedFixture('EmailClaimed', address, { accountId })
const registered = recordedFixture('AccountRegistered', account, { userId: 7 })
const opened = recordedFixture('SessionOpened', session, { accountId })
const partsAfter = async (...events: RecordedEvent[]) => (await tablesAfter(personParts, events)).person_parts

test('what stands under one address is of one person, with the zero of its landline', async () => {
  const phone = recordedFixture('ProfileUpdated', account, {
    changes: { phone: '333 123 4567', lastName: 'Verdi' },
  })
  expect(await partsAfter(lead, claimed, registered, opened, phone)).toMatchObject([
    {
      stream: account.stream,
      person,
      userId: 7,
      surname: 'Verdi',
      dial: '+393331234567',
      last: phone.position,
    },
    { stream: 'lead-1', person, name: 'Ada', dial: '+39061234567', position: lead.position },
  ])
  // The streams of the address and of the account may come late, one after the other.
  expect(await partsAfter(registered, claimed)).toMatchObject([{ person, position: registered.position }])
})

test('a claim without an account has no place in the log, and what is erased stays away', async () => {
  expect(await partsAfter(claimed)).toMatchObject([{ position: null }])
  const [erased, gone] = [
    recordedFixture('AccountErased', account),
    recordedFixture('LeadErased', { stream: 'lead-1' }),
  ]
  const released = recordedFixture('EmailReleased', address, { accountId })
  expect(await partsAfter(lead, claimed, registered, erased, gone, opened, released)).toEqual([])
})

test('a request without a hash belongs to nobody', async () => {
  const damaged = recordedFixture('LeadSubmitted', { stream: 'lead-2' }, { emailHash: 'hash' })
  expect(await partsAfter(damaged)).toMatchObject([{ person: null }])
})
