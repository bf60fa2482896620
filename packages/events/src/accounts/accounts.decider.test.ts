import { describe, expect, test } from 'vitest'
import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import { accountDecider } from './account.decider.ts'
import { emailDecider } from './email.decider.ts'
import { sessionDecider } from './session.decider.ts'

const mine = '0198a000-0000-7000-8000-00000000000a'
const theirs = '0198a000-0000-7000-8000-00000000000b'
const claimed = (accountId: string) => ({ type: 'EmailClaimed' as const, data: { accountId } })
const released = (accountId: string) => ({ type: 'EmailReleased' as const, data: { accountId } })

describe('an address', () => {
  const { given } = specify(emailDecider)
  test('its owner claims it without a new event', () => {
    given([claimed(mine)])
      .when({ type: 'ClaimEmail', accountId: mine })
      .records()
  })
  test('only one account may take it over', () => {
    given([claimed(theirs), released(theirs), claimed('0198a000-0000-7000-8000-00000000000c')])
      .when({ type: 'TakeOverEmail', accountId: mine, from: theirs })
      .refuses('claimed')
  })
})

describe('a forgotten password', () => {
  const { given } = specify(emailDecider)
  const at = new Date('2026-11-21T10:00:00.000Z')
  const resetId = mine
  const requested = {
    type: 'PasswordResetRequested' as const,
    data: { resetId, expiresAt: '2026-11-21T11:00:00.000Z' },
  }
  const used = { type: 'PasswordResetUsed' as const, data: { resetId } }
  const use = { type: 'UsePasswordReset' as const, resetId, at, passwordSince: null }

  test('a link is valid for an hour, for a known or unknown address', () => {
    given([]).when({ type: 'RequestPasswordReset', resetId, at }).records(requested)
    given([claimed(theirs)])
      .when({ type: 'RequestPasswordReset', resetId, at })
      .records(requested)
  })
  test('after an hour it is no longer valid', () => {
    const late = new Date('2026-11-21T11:00:00.000Z')
    given([claimed(theirs), requested])
      .when({ ...use, at: late })
      .refuses('invalid-link')
  })
  const newer = { ...requested, data: { ...requested.data, resetId: theirs } }
  test('a newer link, which anybody can request, does not end older ones', () => {
    const many = Array.from({ length: 10 }, (_, n) => ({
      ...requested,
      data: { ...requested.data, resetId: `0198a000-0000-7000-8000-0000000001${10 + n}` },
    }))
    given([claimed(theirs), requested, newer, ...many])
      .when(use)
      .records(used)
  })
  test('the use of one link ends the others', () => {
    const usedNewer = { ...used, data: { resetId: theirs } }
    given([claimed(theirs), requested, newer, usedNewer])
      .when(use)
      .refuses('invalid-link')
  })
  test('a new password ends earlier links', () => {
    // The log's clock may step back. Its order does not.
    const requestedAt = (position: string, recordedAt: string) =>
      fold(emailDecider, [claimed(theirs), { ...requested, recordedAt, position }])
    const usedAfter = { ...use, passwordSince: '2' }
    expect(emailDecider.decide(requestedAt('1', '2026-11-21T10:01:00.000Z'), usedAfter)).toEqual({
      refused: 'invalid-link',
    })
    expect(emailDecider.decide(requestedAt('3', '2026-11-21T09:00:00.000Z'), usedAfter)).toEqual([used])
  })
  test('the address can pass to another account, without its links', () => {
    given([claimed(theirs), requested, released(theirs), claimed(mine)])
      .when(use)
      .refuses('invalid-link')
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
  test('an abandoned registration cannot be finished', () => {
    given([abandoned]).when({ type: 'RegisterAccount', registration }).refuses('abandoned')
  })
  test('a finished registration cannot be abandoned', () => {
    given([registered]).when({ type: 'AbandonRegistration' }).refuses('registered')
  })
  test('a profile update records only what changed', () => {
    given([registered])
      .when({ type: 'UpdateProfile', changes: { firstName: 'Anna', phone: '+39 333', bio: null } })
      .records({ type: 'ProfileUpdated', data: { changes: { phone: '+39 333' } } })
    given([registered])
      .when({ type: 'UpdateProfile', changes: { firstName: 'Anna' } })
      .records()
  })
  const erased = { type: 'AccountErased' as const, data: {} }
  test('an erased account is erased again only after a later event, and then once', () => {
    given([registered, erased]).when({ type: 'EraseAccount' }).refuses('erased')
    given([registered, erased]).when({ type: 'EraseAccountAgain', times: 1 }).records(erased)
    given([registered, erased, erased]).when({ type: 'EraseAccountAgain', times: 1 }).records()
    given([registered]).when({ type: 'EraseAccountAgain', times: 0 }).records()
  })
  test('an erased account keeps the address that must be released', () => {
    expect(fold(accountDecider, [registered, erased, erased])).toEqual({
      status: 'erased',
      email: 'anna@example.com',
      times: 2,
    })
  })
  test('an erased account cannot act or be registered again', () => {
    const erased = { type: 'AccountErased' as const, data: {} }
    given([registered]).when({ type: 'EraseAccount' }).records(erased)
    given([registered, erased])
      .when({ type: 'UpdateProfile', changes: { bio: 'x' } })
      .refuses('erased')
    given([registered, erased]).when({ type: 'RegisterAccount', registration }).refuses('erased')
  })
  test('abandoning twice changes nothing', () => {
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
  test('it expires once, and not after it was closed', () => {
    const expired = { type: 'SessionExpired' as const, data: { accountId: mine } }
    given([opened]).when({ type: 'ExpireSession' }).records(expired)
    given([opened, expired]).when({ type: 'ExpireSession' }).records()
    given([opened, { type: 'SessionClosed', data: { accountId: mine } }])
      .when({ type: 'ExpireSession' })
      .records()
    given([]).when({ type: 'ExpireSession' }).records()
  })
  test('closing it again records nothing', () => {
    given([opened, { type: 'SessionClosed', data: { accountId: mine } }])
      .when({ type: 'CloseSession', accountId: mine })
      .records()
  })
})
