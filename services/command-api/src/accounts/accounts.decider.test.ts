import { specify } from '@tba/events/testing/given.ts'
import { describe, test } from 'vitest'
import { accountDecider } from './account.decider.ts'
import { emailDecider } from './email.decider.ts'
import { sessionDecider } from './session.decider.ts'

const mine = '0198a000-0000-7000-8000-00000000000a'
const theirs = '0198a000-0000-7000-8000-00000000000b'
const claimed = (accountId: string) => ({ type: 'EmailClaimed' as const, data: { accountId } })
const released = (accountId: string) => ({ type: 'EmailReleased' as const, data: { accountId } })

describe('an address', () => {
  const { given } = specify(emailDecider)

  test('a free one is claimed', () => {
    given([]).when({ type: 'ClaimEmail', accountId: mine }).records(claimed(mine))
  })
  test('a claimed one is not', () => {
    given([claimed(theirs)])
      .when({ type: 'ClaimEmail', accountId: mine })
      .refuses('claimed')
  })
  test('an abandoned claim is taken over', () => {
    given([claimed(theirs)])
      .when({ type: 'TakeOverEmail', accountId: mine, from: theirs })
      .records(released(theirs), claimed(mine))
  })
  test('only one may take it over', () => {
    given([claimed(theirs), released(theirs), claimed('0198a000-0000-7000-8000-00000000000c')])
      .when({ type: 'TakeOverEmail', accountId: mine, from: theirs })
      .refuses('claimed')
  })
})

describe('an account', () => {
  const { given } = specify(accountDecider)
  const registration = {
    userId: 7,
    email: 'anna@example.com',
    firstName: 'Anna',
    lastName: 'Bianchi',
    passwordHash: '$argon2id$',
  }
  const registered = { type: 'AccountRegistered' as const, data: registration }
  const abandoned = { type: 'RegistrationAbandoned' as const, data: {} }

  test('is registered once', () => {
    given([]).when({ type: 'RegisterAccount', registration }).records(registered)
    given([registered]).when({ type: 'RegisterAccount', registration }).refuses('registered')
  })
  test('a registration that was given up is not finished behind its back', () => {
    given([abandoned]).when({ type: 'RegisterAccount', registration }).refuses('abandoned')
  })
  test('a finished registration can no longer be given up', () => {
    given([registered]).when({ type: 'AbandonRegistration' }).refuses('registered')
  })
  test('giving up twice changes nothing', () => {
    given([abandoned]).when({ type: 'AbandonRegistration' }).records()
  })
})

describe('a session', () => {
  const { given } = specify(sessionDecider)
  const opening = {
    accountId: mine,
    userId: 7,
    expiresAt: '2027-01-01T00:00:00.000Z',
    device: 'Firefox',
    address: '192.0.2.0',
  }
  const opened = { type: 'SessionOpened' as const, data: opening }

  test('is opened and closed', () => {
    given([]).when({ type: 'OpenSession', opening }).records(opened)
    given([opened]).when({ type: 'CloseSession' }).records({ type: 'SessionClosed', data: {} })
  })
  test('closing it again records nothing', () => {
    given([opened, { type: 'SessionClosed', data: {} }])
      .when({ type: 'CloseSession' })
      .records()
  })
})
