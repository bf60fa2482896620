import { describe, expect, test } from 'vitest'
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
  const enrolled = { type: 'AdminTotpEnrolled', data: { secret: 'S' } } as const
  const hashed = { step: 7, recoveryHashes: ['one', 'two'] }
  const confirmed = { type: 'AdminTotpConfirmed' as const, data: hashed }
  const confirm = { type: 'ConfirmTotp' as const, secret: 'S', ...hashed }
  const active = [enrolled, confirmed]
  const use = (proof: { step: number } | { recoveryCode: number }) => ({ type: 'UseCode', proof }) as const

  test('is required after its confirmation with a code of the current secret', () => {
    factor.given([enrolled]).when(confirm).records(confirmed)
    factor.given([]).when(confirm).refuses('absent')
    factor
      .given([enrolled, { ...enrolled, data: { secret: 'T' } }])
      .when(confirm)
      .refuses('used')
    factor
      .given([enrolled])
      .when(use({ step: 9 }))
      .refuses('used')
    factor.given(active).when({ type: 'EnrolTotp', secret: 'T' }).refuses('enrolled')
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

test('an analyst reads and analyses; each other action is refused with its own sentence', () => {
  expect(permissionsOf('analyst')).toEqual(['read', 'analyse'])
  const all = permissionsOf('administrator')
  expect(all.map(permission => refusalOf('administrator', permission)).filter(Boolean)).toEqual([])
  const refused = all.flatMap(permission => refusalOf('analyst', permission) ?? [])
  expect(new Set(refused).size).toBe(all.length - 2)
})
