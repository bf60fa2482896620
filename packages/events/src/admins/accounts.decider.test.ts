import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import { adminDecider } from './admin.decider.ts'
import { adminSessionDecider } from './admin-session.decider.ts'
import { administratorsDecider } from './administrators.decider.ts'
import { permissionsOf, refusalOf } from './roles.ts'
import { settingsDecider } from './settings.decider.ts'

const [anna, bruno] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']
const invitationId = 'cccccccc-0000-4000-8000-000000000003'
const expiresAt = '2026-01-04T10:00:00.000Z'
const [before, at] = [new Date('2026-01-04T09:59:59.999Z'), new Date(expiresAt)]
const first = { adminId: anna, email: 'anna@example.com', passwordHash: 'h', role: 'administrator' } as const
const created = { type: 'AdminCreated', data: first } as const
const invite = { adminId: bruno, email: 'bruno@example.com', role: 'administrator', invitationId, expiresAt }
const invitedAs = (role: 'administrator' | 'analyst') =>
  ({ type: 'AdminInvited', data: { ...invite, role } }) as const
const accepted = { type: 'AdminInvitationAccepted', data: { adminId: bruno, passwordHash: 'b' } } as const
const demoted = (adminId: string) =>
  ({ type: 'AdminRoleChanged', data: { adminId, role: 'analyst' } }) as const
const ended = (adminId: string) => ({ type: 'AdminEnded', data: { adminId } }) as const
const accounts = specify(administratorsDecider)
const demote = (adminId: string) => ({ type: 'ChangeAdminRole', adminId, role: 'analyst' }) as const
const end = (adminId: string) => ({ type: 'EndAdmin', adminId }) as const

const accept = { type: 'AcceptInvitation', adminId: bruno, invitationId, passwordHash: 'b' } as const
const invited = invitedAs('analyst')

test('an invitation is accepted once, within its time, unless it was replaced or withdrawn', () => {
  accounts.after([created, invited], { ...accept, at: before }).records(accepted)
  accounts.after([created, invited], { ...accept, at }).refuses('invalid-invitation')
  const replaced = { ...invited, data: { ...invited.data, invitationId: anna } }
  for (const history of [[], [invited, replaced], [invited, accepted], [invited, ended(bruno)]])
    accounts.after([created, ...history], { ...accept, at: before }).refuses('invalid-invitation')
})

describe('a console account', () => {
  const issued = { type: 'AdminPasswordIssued', data: { adminId: anna, expiresAt } } as const
  const ofAnna = { adminId: anna, passwordHash: 'new' }
  const changed = { type: 'AdminPasswordChanged', data: ofAnna } as const
  const chosen = { type: 'AdminPasswordChosen', data: ofAnna } as const
  const sessionsEnded = { type: 'AdminSessionsEnded', data: { adminId: anna, except: 'S' } } as const
  const change = { type: 'ChangeAdminPassword', ...ofAnna } as const
  const choose = { type: 'ChooseAdminPassword', ...ofAnna, currentHash: 'h', keep: 'S' } as const
  const endSessions = { type: 'EndAdminSessions', adminId: anna, except: 'S' } as const
  const invited = invitedAs('analyst')

  test('is created once, and invited until it is active', () => {
    const create = { type: 'CreateAdmin', admin: first } as const
    const invitation = { type: 'InviteAdmin', invited: invited.data } as const
    accounts.after([], { ...create, issuedUntil: null }).records(created)
    accounts.after([], { ...create, issuedUntil: expiresAt }).records(created, issued)
    accounts.after([created], { ...create, issuedUntil: null }).refuses('exists')
    for (const before of [[], [invited], [invited, ended(bruno)]])
      accounts.after(before, invitation).records(invited)
    accounts.after([invited, accepted], invitation).refuses('exists')
  })

  test('gets another password while it is active; one that a start printed has to be changed in time', () => {
    for (const [issuedUntil, more] of [
      [null, []],
      [expiresAt, [issued]],
    ] as const)
      accounts.after([created], { ...change, issuedUntil }).records(changed, ...more)
    accounts.after([created], choose).records(chosen, sessionsEnded)
    accounts.after([created], endSessions).records(sessionsEnded)
    accounts.after([created, changed], choose).refuses('unknown')
    for (const command of [{ ...change, issuedUntil: null }, choose])
      accounts.after([created, ended(anna)], command).refuses('unknown')
    for (const command of [{ ...change, issuedUntil: null }, choose, endSessions, demote(anna), end(anna)])
      accounts.after([], command).refuses('unknown')
    const [account, withChosen] = [
      [created, issued],
      [created, issued, chosen],
    ].map(history => fold(administratorsDecider, history)[anna])
    expect([account?.issuedUntil, withChosen?.issuedUntil, withChosen?.passwordHash]).toEqual([
      ...[expiresAt, null, 'new'],
    ])
  })

  test('is demoted and ended once', () => {
    accounts.after([created, demoted(anna)], demote(anna)).records()
    accounts.after([created, ended(anna)], end(anna)).records()
    accounts.after([created, ended(anna)], demote(anna)).refuses('unknown')
  })
})

describe('the last administrator', () => {
  test('cannot be ended or made an analyst, even if other accounts exist', () => {
    for (const others of [[], [invitedAs('administrator')], [invitedAs('analyst'), accepted]])
      for (const command of [demote(anna), end(anna)])
        accounts.after([created, ...others], command).refuses('last')
  })

  test('is the one that remains after another was ended', () => {
    const both = [created, invitedAs('administrator'), accepted]
    accounts.after(both, demote(anna)).records(demoted(anna))
    accounts.after(both, end(anna)).records(ended(anna))
    for (const gone of [demoted(anna), ended(anna)])
      accounts.after([...both, gone], end(bruno)).refuses('last')
  })
})

describe('a second factor', () => {
  const factor = specify(adminDecider)
  const sessionId = 'dddddddd-0000-4000-8000-000000000004'
  const recordedAt = '2026-01-04T09:50:00.000Z'
  const enrolled = { type: 'AdminTotpEnrolled', data: { secret: 'S', sessionId }, recordedAt } as const
  const hashed = { step: 7, recoveryHashes: ['one', 'two'] }
  const confirmed = { type: 'AdminTotpConfirmed' as const, data: hashed }
  const confirm = { type: 'ConfirmTotp' as const, secret: 'S', sessionId, at: before, ...hashed }
  const active = [enrolled, confirmed]
  const use = (proof: { step: number } | { recoveryCode: number }) => ({ type: 'UseCode', proof }) as const

  test('is required after its confirmation with a code of the current secret', () => {
    factor.after([enrolled], confirm).records(confirmed)
    factor.after([], confirm).refuses('absent')
    factor.after([enrolled, { ...enrolled, data: { secret: 'T', sessionId } }], confirm).refuses('used')
    factor.after([enrolled], use({ step: 9 })).refuses('used')
    const enrol = { type: 'EnrolTotp', secret: 'S', sessionId } as const
    factor.after([], enrol).records({ type: 'AdminTotpEnrolled', data: enrolled.data })
    factor.after(active, enrol).refuses('enrolled')
    factor.after(active, confirm).refuses('enrolled')
    for (const late of [{ at }, { sessionId: anna }])
      factor.after([enrolled], { ...confirm, ...late }).refuses('expired')
  })

  test('accepts each code once, and none older than the last', () => {
    const used = { type: 'AdminCodeUsed', data: { step: 9 } } as const
    factor.after(active, use({ step: 9 })).records(used)
    for (const step of [7, 8, 9]) factor.after([...active, used], use({ step })).refuses('used')
    const recovered = { type: 'AdminRecoveryCodeUsed', data: { recoveryCode: 1 } } as const
    factor.after(active, use({ recoveryCode: 1 })).records(recovered)
    const other = { type: 'AdminRecoveryCodeUsed', data: { recoveryCode: 0 } } as const
    for (const recoveryCode of [0, 1])
      factor.after([...active, recovered, other], use({ recoveryCode })).refuses('used')
    for (const without of [[], [recovered]]) factor.after(without, use({ recoveryCode: 1 })).refuses('used')
    const { secondFactor } = fold(adminDecider, [...active, recovered])
    expect(secondFactor).toMatchObject({ recoveryHashes: ['one', 'two'], usedRecoveryCodes: [1] })
    // Events from before recovery codes have no hashes.
    const before = { ...confirmed, data: { step: 7 } } as typeof confirmed
    expect(fold(adminDecider, [enrolled, before]).secondFactor?.recoveryHashes).toEqual([])
  })

  test('is removed with an unused code, or by an operator without one', () => {
    const remove = (proof: { step: number } | null) => ({ type: 'RemoveTotp', proof }) as const
    const removed = { type: 'AdminTotpRemoved', data: {} } as const
    for (const command of [remove(null), remove({ step: 9 })]) factor.after(active, command).records(removed)
    const used = remove({ step: 7 })
    factor.after(active, used).refuses('used')
    for (const history of [[], [...active, removed]]) factor.after(history, used).refuses('absent')
  })
})

test('a console session is closed or expires once', () => {
  const sessions = specify(adminSessionDecider)
  const opening = { adminId: anna, expiresAt }
  const [signedIn, signedOut, expired] = [
    { type: 'AdminSignedIn', data: opening } as const,
    { type: 'AdminSignedOut', data: { adminId: anna } } as const,
    { type: 'AdminSessionExpired', data: {} } as const,
  ]
  sessions.after([], { type: 'SignInAdmin', ...opening }).records(signedIn)
  for (const [type, event] of [
    ['SignOutAdmin', signedOut],
    ['ExpireAdminSession', expired],
  ] as const) {
    sessions.after([signedIn], { type }).records(event)
    for (const over of [[], [signedIn, signedOut], [signedIn, expired]])
      sessions.after(over, { type }).records()
    expect(fold(adminSessionDecider, [signedIn, event])).toMatchObject({ adminId: anna, status: 'closed' })
  }
  const listed = { type: 'PersonsListed', data: { list: 'leads', persons: [] } } as const
  expect(fold(adminSessionDecider, [signedIn, listed])).toEqual(fold(adminSessionDecider, [signedIn]))
})

test('the same measurement id again changes nothing', () => {
  const set = { type: 'SetMeasurementId', measurementId: 'G-1' } as const
  const changed = { type: 'MeasurementIdChanged', data: { measurementId: 'G-1' } } as const
  const settings = specify(settingsDecider)
  settings.after([], set).records(changed)
  settings.after([changed], set).records()
  settings.after([], { ...set, measurementId: '' }).records()
})

test('lost requests are kept for ever until somebody says how long', () => {
  const keep = { type: 'KeepRequests', keepMonths: 24 } as const
  const changed = { type: 'RequestsKeptChanged', data: { keepMonths: 24 } } as const
  const settings = specify(settingsDecider)
  settings.after([], { ...keep, keepMonths: 0 }).records()
  settings.after([], keep).records(changed)
  settings.after([changed], keep).records()
})

test('failures are recorded once per hour, first and further ones, and an owner is warned once per hour', () => {
  const [hour, later] = ['2026-01-04T08:00:00.000Z', '2026-01-04T09:00:00.000Z']
  const failed = (of: string, further: number | null) =>
    ({ type: 'AdminCodeFailed', data: { hour: of, further } }) as const
  const record = (of: string, further: number | null) =>
    ({ type: 'RecordFailures', failure: 'AdminCodeFailed', hour: of, further }) as const
  const history = [failed(hour, null), failed(later, null)]
  const failures = specify(adminDecider)
  for (const failure of ['AdminSignInFailed', 'AdminCallRefused'] as const) {
    const other = { type: failure, data: { hour, further: null } } as const
    const again = { type: 'RecordFailures', failure, hour, further: null } as const
    failures.after(history, again).records(other)
    const rest = [{ type: 'DataExported', data: { exported: 'events', position: null } }] as const
    const removed = { type: 'AdminTotpRemoved', data: {} } as const
    failures.after([other, ...rest, removed], again).records()
  }
  failures.after(history, record(later, null)).records()
  failures.after(history, record(hour, 4)).records(failed(hour, 4))
  failures.after([...history, failed(hour, 4)], record(hour, 4)).records()
  const warned = { type: 'AdminWarned', data: {} } as const
  const warnedAt = (recordedAt: string) =>
    failures.after([{ ...warned, recordedAt }], { type: 'WarnAdmin', at })
  warnedAt('2026-01-04T09:00:00.001Z').records()
  warnedAt('2026-01-04T09:00:00.000Z').records(warned)
})

test('one session goes on after the others are ended, also twice, but not if it was ended before', () => {
  const own = { sid: 'S', at: 'c' }
  const sessionsEnded = (except: string | null, position: string) =>
    ({ type: 'AdminSessionsEnded', data: { adminId: anna, except }, position }) as const
  const isKept = (...ends: ReturnType<typeof sessionsEnded>[]) => {
    const kept = fold(administratorsDecider, [{ ...created, position: 'b' }, ...ends])[anna]?.kept
    return kept?.sid === own.sid && kept.since < own.at
  }
  expect(isKept(sessionsEnded('S', 'd'), sessionsEnded('S', 'e'))).toBe(true)
  expect(isKept(sessionsEnded(null, 'd'), sessionsEnded('S', 'e'))).toBe(false)
  expect(isKept(sessionsEnded('S', 'd'), sessionsEnded('other', 'e'))).toBe(false)
})

test('an analyst reads and analyses; each other action is refused with its own sentence', () => {
  expect(permissionsOf('analyst')).toEqual(['read', 'analyse'])
  const all = permissionsOf('administrator')
  expect(all.map(permission => refusalOf('administrator', permission)).filter(Boolean)).toEqual([])
  const refused = all.flatMap(permission => refusalOf('analyst', permission) ?? [])
  expect(new Set(refused).size).toBe(all.length - 2)
})
