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
  const { after } = specify(emailDecider)
  const [free, isMine, isTheirs] = [[released(mine)], [claimed(mine)], [claimed(theirs)]]
  test('one account has it; its owner claims it again without a new event', () => {
    const claim = { type: 'ClaimEmail', accountId: mine } as const
    after(free, claim).records(claimed(mine))
    after(isMine, claim).records()
    after(isTheirs, claim).refuses('claimed')
  })
  test('only one account may take it over', () => {
    const takeOver = { type: 'TakeOverEmail', accountId: mine, from: theirs } as const
    after(isTheirs, takeOver).records(released(theirs), claimed(mine))
    after(
      [claimed(theirs), released(theirs), claimed('0198a000-0000-7000-8000-00000000000c')],
      takeOver,
    ).refuses('claimed')
  })
  test('only its owner releases it', () => {
    const release = { type: 'ReleaseEmail', accountId: mine } as const
    after(isMine, release).records(released(mine))
    for (const others of [isTheirs, free]) after(others, release).refuses('not-holder')
  })
  test('each request of an erasure is recorded', () => {
    const requested = { type: 'ErasureRequested', data: {} } as const
    after([requested], { type: 'RequestErasure' }).records(requested)
    expect(fold(emailDecider, [claimed(mine), requested])).toEqual(fold(emailDecider, isMine))
  })
})

describe('a forgotten password', () => {
  const { after } = specify(emailDecider)
  const at = new Date('2026-11-21T10:00:00.000Z')
  const resetId = mine
  const requested = {
    type: 'PasswordResetRequested' as const,
    data: { resetId, expiresAt: '2026-11-21T11:00:00.000Z' },
  }
  const used = { type: 'PasswordResetUsed' as const, data: { resetId } }
  const use = { type: 'UsePasswordReset' as const, resetId, at, passwordSince: null }

  test('a link is valid for an hour, for a known or unknown address', () => {
    after([], { type: 'RequestPasswordReset', resetId, at }).records(requested)
    after([claimed(theirs)], { type: 'RequestPasswordReset', resetId, at }).records(requested)
  })
  test('a letter is sent once a minute, by the log’s clock', () => {
    const ask = { type: 'RequestPasswordReset', resetId, at } as const
    const askedAt = (recordedAt: string) => after([{ ...requested, recordedAt }], ask)
    askedAt('2026-11-21T09:59:00.001Z').refuses('too-soon')
    askedAt('2026-11-21T09:59:00.000Z').records(requested)
  })
  test('of open links there are five at most, whoever asks for more', () => {
    const ask = { type: 'RequestPasswordReset', resetId, at } as const
    const earlier = (count: number, expiresAt: string) =>
      Array.from({ length: count }, (_, n) => ({
        ...requested,
        recordedAt: '2026-11-21T09:30:00.000Z',
        data: { resetId: `0198a000-0000-7000-8000-0000000001${10 + n}`, expiresAt },
      }))
    after(earlier(5, '2026-11-21T10:30:00.000Z'), ask).refuses('too-soon')
    after(earlier(4, '2026-11-21T10:30:00.000Z'), ask).records(requested)
    after(earlier(5, '2026-11-21T10:00:00.000Z'), ask).records(requested)
  })
  test('after an hour it is no longer valid', () => {
    const late = new Date('2026-11-21T11:00:00.000Z')
    after([claimed(theirs), requested], { ...use, at: late }).refuses('invalid-link')
  })
  const newer = { ...requested, data: { ...requested.data, resetId: theirs } }
  test('a newer link, which anybody can request, does not end older ones', () => {
    const many = Array.from({ length: 10 }, (_, n) => ({
      ...requested,
      data: { ...requested.data, resetId: `0198a000-0000-7000-8000-0000000001${10 + n}` },
    }))
    after([claimed(theirs), requested, newer, ...many], use).records(used)
  })
  test('the use of one link ends the others', () => {
    const usedNewer = { ...used, data: { resetId: theirs } }
    after([claimed(theirs), requested, newer, usedNewer], use).refuses('invalid-link')
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
  test('of two open links each is the one that it names', () => {
    const expired = { ...newer, data: { ...newer.data, expiresAt: at.toISOString() } }
    after([claimed(theirs), expired, requested], use).records(used)
  })
  test('the address can pass to another account, without its links', () => {
    const free = fold(emailDecider, [claimed(theirs), requested, released(theirs)])
    expect(free).toMatchObject({ heldBy: null, resets: [] })
    for (const history of [[requested], [claimed(theirs), requested, released(theirs)]])
      after([...history, claimed(mine)], use).refuses('invalid-link')
  })
})

describe('an account', () => {
  const { after } = specify(accountDecider)
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
    after([], { type: 'RegisterAccount', registration }).records(registered)
    after([registered], { type: 'RegisterAccount', registration }).refuses('registered')
  })
  test('a registration is finished or abandoned, and then stays so', () => {
    after([], { type: 'AbandonRegistration' }).records(abandoned)
    after([abandoned], { type: 'AbandonRegistration' }).records()
    after([abandoned], { type: 'RegisterAccount', registration }).refuses('abandoned')
    after([registered], { type: 'AbandonRegistration' }).refuses('registered')
  })
  test('a profile update records only what changed', () => {
    after([registered], {
      type: 'UpdateProfile',
      changes: { firstName: 'Anna', phone: '+39 333', bio: null },
    }).records({ type: 'ProfileUpdated', data: { changes: { phone: '+39 333' } } })
    after([registered], { type: 'UpdateProfile', changes: { firstName: 'Anna' } }).records()
  })
  const erased = { type: 'AccountErased' as const, data: {} }
  const change = { type: 'ChangePassword', passwordHash: 'new', by: 'customer', keepSession: mine } as const
  const password = { type: 'PasswordChanged', data: { passwordHash: 'new', by: 'customer' } } as const
  const revoked = { type: 'SessionsRevoked', data: { except: mine } } as const
  const image = { type: 'ProfileImageChanged', data: { imageUrl: '/a.png' } } as const
  test('a new picture is recorded, the same one is not', () => {
    const choose = { type: 'ChangeProfileImage', imageUrl: '/a.png' } as const
    after([registered], choose).records(image)
    after([registered, image], choose).records()
  })
  test('a new password ends the other sessions, unless another one came first', () => {
    for (const currentHash of [null, '$argon2id$'])
      after([registered], { ...change, currentHash }).records(password, revoked)
    after([registered, password], { ...change, currentHash: '$argon2id$' }).refuses('other-password')
    after([registered], { type: 'RevokeSessions', except: mine }).records(revoked)
  })
  test('an erased account is erased again only after a later event, and then once', () => {
    after([registered], { type: 'EraseAccount' }).records(erased)
    after([registered, erased], { type: 'EraseAccountAgain', times: 1 }).records(erased)
    after([registered, erased, erased], { type: 'EraseAccountAgain', times: 1 }).records()
    after([registered], { type: 'EraseAccountAgain', times: 0 }).records()
  })
  test('an address is proved by the link of a letter, within an hour, and then needs no other', () => {
    const at = new Date('2026-11-21T10:00:00.000Z')
    const ask = { type: 'RequestAddressProof', proofId: mine, at } as const
    const expiresAt = '2026-11-21T11:00:00.000Z'
    const asked = { type: 'AddressProofRequested', data: { proofId: mine, expiresAt } } as const
    const prove = { type: 'ProveAddress', proofId: mine, at } as const
    const proved = { type: 'AddressProved', data: { proofId: mine } } as const
    after([registered], ask).records(asked)
    after([registered, { ...asked, recordedAt: '2026-11-21T09:59:01.000Z' }], ask).records()
    after([registered, asked], prove).records(proved)
    after([registered], prove).refuses('invalid-link')
    after([registered, asked], { ...prove, proofId: theirs }).refuses('invalid-link')
    after([registered, asked], { ...prove, at: new Date(expiresAt) }).refuses('invalid-link')
    for (const again of [ask, prove]) after([registered, asked, proved], again).records()
    expect(fold(accountDecider, [registered, asked, proved, erased])).toMatchObject({ isProved: true })
  })
  test('an erased account keeps the address that must be released', () => {
    expect(fold(accountDecider, [registered, erased, erased])).toEqual({
      status: 'erased',
      email: 'anna@example.com',
      isProved: false,
      times: 2,
    })
  })
  test('an account that is unknown, abandoned or erased cannot act', () => {
    for (const [history, reason] of [
      [[], 'unknown'],
      [[abandoned], 'abandoned'],
      [[registered, erased], 'erased'],
    ] as const)
      for (const command of [
        { type: 'UpdateProfile', changes: { bio: 'x' } },
        { type: 'ChangeProfileImage', imageUrl: '/a.png' },
        { ...change, currentHash: null },
        { type: 'RevokeSessions', except: null },
        { type: 'RequestAddressProof', proofId: mine, at: new Date() },
        { type: 'ProveAddress', proofId: mine, at: new Date() },
        { type: 'EraseAccount' },
      ] as const)
        after(history, command).refuses(reason)
    for (const command of [
      { type: 'RegisterAccount', registration },
      { type: 'AbandonRegistration' },
    ] as const)
      after([registered, erased], command).refuses('erased')
  })
  test('remembers when it was changed, and from where sessions have ended, with the one that goes on', () => {
    const at = (day: number) => ({ recordedAt: `2026-11-0${day}`, position: `${day}` })
    const updated = { type: 'ProfileUpdated', data: { changes: { phone: '+39 333' } } } as const
    const account = fold(accountDecider, [
      { ...registered, ...at(1) },
      { ...updated, ...at(2) },
      { ...image, ...at(3) },
      { ...password, ...at(4) },
      { ...revoked, ...at(5) },
      { ...revoked, ...at(6) },
    ])
    expect(account).toMatchObject({
      passwordHash: 'new',
      passwordSince: '4',
      imageUrl: '/a.png',
      createdAt: '2026-11-01',
      updatedAt: '2026-11-03',
      profile: { firstName: 'Anna', lastName: 'Bianchi', phone: '+39 333', bio: null },
      revoked: { position: '6', except: mine, since: '' },
    })
    const other = { type: 'SessionsRevoked', data: { except: theirs }, ...at(7) } as const
    expect(accountDecider.evolve(account, other, at(7))).toMatchObject({
      revoked: { position: '7', except: theirs, since: '6' },
    })
  })
})

describe('a session', () => {
  const { after } = specify(sessionDecider)
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
    after([opened], { type: 'ExpireSession' }).records(expired)
    after([opened, expired], { type: 'ExpireSession' }).records()
    after([opened, { type: 'SessionClosed', data: { accountId: mine } }], { type: 'ExpireSession' }).records()
    after([], { type: 'ExpireSession' }).records()
  })
  test('its owner closes it, once', () => {
    const close = { type: 'CloseSession', accountId: mine } as const
    const closed = { type: 'SessionClosed', data: { accountId: mine } } as const
    after([], { type: 'OpenSession', opening }).records(opened)
    after([opened], close).records(closed)
    after([opened, closed], close).records()
    after([opened], { ...close, accountId: theirs }).refuses('not-theirs')
    const states = [[], [opened], [opened, closed]].map(history => fold(sessionDecider, history))
    expect(states).toEqual([
      { status: 'unknown', accountId: '', position: '' },
      { status: 'open', accountId: mine, position: '' },
      { status: 'closed', accountId: mine, position: '' },
    ])
  })
})
