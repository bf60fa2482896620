import { describe, expect, test } from 'vitest'
import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import { adminDecider } from './admin.decider.ts'
import { administratorsDecider } from './administrators.decider.ts'
import { permissionsOf, refusalOf } from './roles.ts'

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

describe('an invitation', () => {
  const accept = { type: 'AcceptInvitation', adminId: bruno, invitationId, passwordHash: 'b' } as const
  const invited = invitedAs('analyst')

  test('is accepted once, within its time, unless it was replaced or withdrawn', () => {
    accounts
      .given([created, invited])
      .when({ ...accept, at: before })
      .records(accepted)
    accounts
      .given([created, invited])
      .when({ ...accept, at })
      .refuses('invalid-invitation')
    const replaced = { ...invited, data: { ...invited.data, invitationId: anna } }
    for (const history of [[], [invited, replaced], [invited, accepted], [invited, ended(bruno)]])
      accounts
        .given([created, ...history])
        .when({ ...accept, at: before })
        .refuses('invalid-invitation')
  })
})

describe('the last administrator', () => {
  test('cannot be ended or made an analyst, even if other accounts exist', () => {
    for (const others of [[], [invitedAs('administrator')], [invitedAs('analyst'), accepted]])
      for (const command of [demote(anna), end(anna)])
        accounts
          .given([created, ...others])
          .when(command)
          .refuses('last')
  })

  test('is the one that remains after another was ended', () => {
    const both = [created, invitedAs('administrator'), accepted]
    accounts.given(both).when(demote(anna)).records(demoted(anna))
    accounts.given(both).when(end(anna)).records(ended(anna))
    for (const gone of [demoted(anna), ended(anna)])
      accounts
        .given([...both, gone])
        .when(end(bruno))
        .refuses('last')
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
    factor.given([enrolled]).when(confirm).records(confirmed)
    factor.given([]).when(confirm).refuses('absent')
    factor
      .given([enrolled, { ...enrolled, data: { secret: 'T', sessionId } }])
      .when(confirm)
      .refuses('used')
    factor
      .given([enrolled])
      .when(use({ step: 9 }))
      .refuses('used')
    factor.given(active).when({ type: 'EnrolTotp', secret: 'T', sessionId }).refuses('enrolled')
    for (const late of [{ at }, { sessionId: anna }])
      factor
        .given([enrolled])
        .when({ ...confirm, ...late })
        .refuses('expired')
  })

  test('accepts each code once, and none older than the last', () => {
    const used = { type: 'AdminCodeUsed', data: { step: 9 } } as const
    factor
      .given(active)
      .when(use({ step: 9 }))
      .records(used)
    for (const step of [7, 8, 9])
      factor
        .given([...active, used])
        .when(use({ step }))
        .refuses('used')
    const recovered = { type: 'AdminRecoveryCodeUsed', data: { recoveryCode: 1 } } as const
    factor
      .given(active)
      .when(use({ recoveryCode: 1 }))
      .records(recovered)
    factor
      .given([...active, recovered])
      .when(use({ recoveryCode: 1 }))
      .refuses('used')
  })
})

test('failures are recorded once per hour, first and further ones, and an owner is warned once per hour', () => {
  const [hour, later] = ['2026-01-04T08:00:00.000Z', '2026-01-04T09:00:00.000Z']
  const failed = (of: string, further: number | null) =>
    ({ type: 'AdminCodeFailed', data: { hour: of, further } }) as const
  const record = (of: string, further: number | null) =>
    ({ type: 'RecordFailures', failure: 'AdminCodeFailed', hour: of, further }) as const
  const history = [failed(hour, null), failed(later, null)]
  const failures = specify(adminDecider)
  failures.given(history).when(record(later, null)).records()
  failures.given(history).when(record(hour, 4)).records(failed(hour, 4))
  failures
    .given([...history, failed(hour, 4)])
    .when(record(hour, 4))
    .records()
  const warned = { type: 'AdminWarned', data: {} } as const
  const warnedAt = (recordedAt: string) =>
    failures.given([{ ...warned, recordedAt }]).when({ type: 'WarnAdmin', at })
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
