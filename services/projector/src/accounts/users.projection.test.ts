import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { users } from './users.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const stream = streams.account(accountId)
const ada = {
  userId: 7,
  email: 'Ada@Example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  passwordHash: '$argon2id$never-shown',
}

test('a registration creates a user with the address in lower case and an empty profile', () => {
  const [user, ...others] = rowsAfter(users, [
    happened('AccountRegistered', ada, { stream, recordedAt: '2026-03-01T08:00:00.000Z' }),
  ])
  expect(others).toEqual([])
  expect(user).toMatchObject({
    accountId,
    id: 7,
    username: 'ada@example.com',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: null,
    profileImageUrl: null,
    createdAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-03-01T08:00:00.000Z',
  })
})

test('no form of the password reaches the read side', () => {
  const rows = rowsAfter(users, [happened('AccountRegistered', ada, { stream })])
  expect(JSON.stringify(rows)).not.toContain('argon2id')
})

test('a profile update changes its fields, and clears those that are null', () => {
  const at = (recordedAt: string) => ({ stream, recordedAt })
  const filled = happened(
    'ProfileUpdated',
    { changes: { phone: '+39 06 1', bio: 'Conta' } },
    at('2026-03-02T08:00:00.000Z'),
  )
  const cleared = happened('ProfileUpdated', { changes: { phone: null } }, at('2026-03-03T08:00:00.000Z'))
  expect(rowsAfter(users, [happened('AccountRegistered', ada, { stream }), filled, cleared])).toMatchObject([
    { firstName: 'Ada', phone: null, bio: 'Conta', updatedAt: '2026-03-03T08:00:00.000Z' },
  ])
})

test('the last picture of a profile counts', () => {
  const picture = (imageUrl: string) => happened('ProfileImageChanged', { imageUrl }, { stream })
  const events = [
    happened('AccountRegistered', ada, { stream }),
    picture('/objects/1'),
    picture('/objects/2'),
  ]
  expect(rowsAfter(users, events)).toMatchObject([{ profileImageUrl: '/objects/2' }])
})

test('a replay of changes of an erased person changes nothing', () => {
  const erased = happened('ProfileUpdated', { changes: null }, { stream })
  expect(rowsAfter(users, [happened('AccountRegistered', ada, { stream }), erased])).toMatchObject([
    { firstName: 'Ada' },
  ])
})

test('an abandoned registration leaves no user', () => {
  expect(rowsAfter(users, [happened('RegistrationAbandoned', {}, { stream })])).toEqual([])
})
