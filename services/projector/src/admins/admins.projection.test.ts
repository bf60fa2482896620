import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { adminSessions } from './admin-sessions.projection.ts'
import { admins } from './admins.projection.ts'

const adminId = 'aaaaaaaa-0000-4000-8000-000000000001'
const sid = '11111111-0000-4000-8000-000000000000'
const created = happened(
  'AdminCreated',
  { adminId, email: 'admin@example.com', passwordHash: '$argon2id$never-shown', role: 'administrator' },
  { stream: streams.administrators() },
)
const signedIn = happened(
  'AdminSignedIn',
  { adminId, expiresAt: '2026-01-02T12:00:00.000Z' },
  { stream: streams.adminSession(sid), recordedAt: '2026-01-02T00:00:00.000Z' },
)

test('an administrator is listed with the last sign-in, and no form of the password', () => {
  const row = {
    id: adminId,
    email: 'admin@example.com',
    role: 'administrator',
    state: 'active',
    recoveryCodesLeft: null,
    lastLogin: null,
    createdAt: '2026-01-01T10:00:00.000Z',
  }
  expect(rowsAfter(admins, [created])).toEqual([row])
  expect(rowsAfter(admins, [created, signedIn])).toEqual([{ ...row, lastLogin: '2026-01-02T00:00:00.000Z' }])
})

test('an administrator’s session is open until sign-out or expiry', () => {
  expect(rowsAfter(adminSessions, [signedIn])).toEqual([
    { sid, adminId, openedAt: '2026-01-02T00:00:00.000Z', expire: '2026-01-02T12:00:00.000Z' },
  ])
  const signedOut = happened('AdminSignedOut', { adminId }, { stream: streams.adminSession(sid) })
  expect(rowsAfter(adminSessions, [signedIn, signedOut])).toEqual([])
  const expired = happened('AdminSessionExpired', {}, { stream: streams.adminSession(sid) })
  expect(rowsAfter(adminSessions, [signedIn, expired])).toEqual([])
})

test('a new password, another role and an end close the sessions of that account only', () => {
  const [theirs, other] = ['22222222-0000-4000-8000-000000000000', 'aaaaaaaa-0000-4000-8000-000000000002']
  const signIn = (id: string, session: string) =>
    happened(
      'AdminSignedIn',
      { adminId: id, expiresAt: '2026-01-02T12:00:00.000Z' },
      { stream: streams.adminSession(session) },
    )
  const changed = happened(
    'AdminPasswordChanged',
    { adminId, passwordHash: '$argon2id$' },
    { stream: streams.administrators() },
  )
  const sessionsAfter = (...events: Parameters<typeof rowsAfter>[1]) =>
    rowsAfter(adminSessions, events).map(row => row.sid)
  const stream = streams.administrators()
  const demoted = happened('AdminRoleChanged', { adminId, role: 'analyst' }, { stream })
  const ended = happened('AdminEnded', { adminId }, { stream })
  for (const event of [changed, demoted, ended])
    expect(sessionsAfter(signedIn, signIn(other, theirs), event)).toEqual([theirs])
  expect(sessionsAfter(changed, signIn(adminId, sid))).toEqual([sid])
})
