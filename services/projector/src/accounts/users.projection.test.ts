import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
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

test('a replay of changes of an erased person changes nothing', () => {
  const erased = recordedEvent('ProfileUpdated', { changes: null }, { stream })
  expect(rowsAfter(users, [recordedEvent('AccountRegistered', ada, { stream }), erased])).toMatchObject([
    { firstName: 'Ada' },
  ])
})

test('an abandoned registration leaves no user', () => {
  expect(rowsAfter(users, [recordedEvent('RegistrationAbandoned', {}, { stream })])).toEqual([])
})
