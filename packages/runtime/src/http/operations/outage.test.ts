import { StoreUnavailable } from '@tba/event-store/port.ts'
import { BackendTerminatedError, ConnectionError } from 'slonik'
import { KekUnknown } from '../../vault/keks.ts'
import { isOutage, reportOutage } from './outage.ts'

test.each([
  ['the log', new StoreUnavailable('gone')],
  ['the database', new ConnectionError('gone')],
  ['a connection that the server closed', new BackendTerminatedError(new Error('gone'))],
  ['a port without a listener', Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })],
  ['a database that is starting', Object.assign(new Error('starting'), { code: '57P03' })],
  ['a table that does not exist yet', Object.assign(new Error('no such table'), { code: '42P01' })],
  [
    'a column of a version that is not folded yet',
    Object.assign(new Error('no such column'), { code: '42703' }),
  ],
  ['a full disk', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['a key file from before a change', new KekUnknown()],
  [
    'an outage with another cause around it',
    new Error('handling failed', { cause: new StoreUnavailable('gone') }),
  ],
])('%s may be available again soon', (_what, error) => expect(isOutage(error)).toBe(true))

test.each([
  ['a bug', new TypeError('x is not a function')],
  ['a broken query', Object.assign(new Error('syntax error'), { code: '42601' })],
  ['a value that is not an error', 'gone'],
])('%s is not', (_what, error) => expect(isOutage(error)).toBe(false))

test('an outage logs one line without a stack for any number of requests, and one more after a minute', () => {
  const log = { error: vi.fn() }
  const meet = (sentence: string) =>
    reportOutage(log, new StoreUnavailable(sentence, { cause: new Error('connect ECONNREFUSED') }))
  vi.useFakeTimers()
  try {
    for (let request = 0; request < 1_000; request++) meet('the log does not answer')
    meet('the database does not answer')
    expect(log.error.mock.calls).toHaveLength(2)
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('outage.test.ts')
    vi.advanceTimersByTime(61_000)
    meet('the log does not answer')
    expect(log.error.mock.calls).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})
