import { StoreUnavailable } from '@tba/event-store/port.ts'
import { BackendTerminatedError, ConnectionError } from 'slonik'
import { expect, test } from 'vitest'
import { KekUnknown } from '../vault/keks.ts'
import { isOutage } from './outage.ts'

test.each([
  ['the log', new StoreUnavailable('gone')],
  ['the database', new ConnectionError('gone')],
  ['a connection that the server ended', new BackendTerminatedError(new Error('gone'))],
  ['a port that nobody listens at', Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })],
  ['a database that starts up', Object.assign(new Error('starting'), { code: '57P03' })],
  ['a table that is not made yet', Object.assign(new Error('no such table'), { code: '42P01' })],
  [
    'a column of a version that is not folded yet',
    Object.assign(new Error('no such column'), { code: '42703' }),
  ],
  ['a full disk', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['a key file that was left behind by a change', new KekUnknown()],
  ['whatever lies below', new Error('handling failed', { cause: new StoreUnavailable('gone') })],
])('%s may be up again soon', (_what, error) => {
  expect(isOutage(error)).toBe(true)
})

test.each([
  ['a bug', new TypeError('x is not a function')],
  ['a broken query', Object.assign(new Error('syntax error'), { code: '42601' })],
  ['what is no error', 'gone'],
])('%s is not', (_what, error) => {
  expect(isOutage(error)).toBe(false)
})
