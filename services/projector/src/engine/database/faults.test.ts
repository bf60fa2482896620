import { DatabaseError } from 'pg'
import {
  asSwapRefused,
  asWriteRefused,
  refusalReason,
  type SwapRefused,
  summaryOf,
  WriteRefused,
} from './faults.ts'

const said = (message: string) => summaryOf(new Error(message))

test('the message of an error for operators contains no personal data, with any lines and quotation marks', () => {
  expect(said('no such choice: "Mario Rossi"')).toBe('Error: no such choice: …')
  expect(said('invalid input syntax for type integer: "Mario Rossi\nVia Roma"')).toBe(
    'Error: invalid input syntax for type integer: …',
  )
  expect(said('sintassi di input non valida: «Mario Rossi»')).toBe('Error: sintassi di input non valida: …')
  expect(said('cut off: "Mario Ross')).toBe('Error: cut off: …')
  expect(said('null value in column "bio" of relation "users" violates not-null constraint')).toBe(
    'Error: null value in column … violates not-null constraint',
  )
})

test('the message of an error can be written to the database, with any content', () =>
  expect(said('not a\0name')).toBe('Error: not aname'))

const refused = (code: string | undefined, more: object = {}) =>
  Object.assign(new DatabaseError('refused', 0, 'error'), { code, ...more })

test('an outage, a lock or a race passes by itself; anything else is a refusal that names what is in the way', () => {
  for (const code of [
    '08006',
    '23505',
    '25006',
    '40001',
    '53100',
    '55P03',
    '57014',
    '58030',
    'XX001',
    undefined,
  ])
    expect(refusalReason(refused(code))).toBeNull()
  expect(refusalReason(new Error('refused'))).toBeNull()
  expect(refusalReason(refused('2BP01', { detail: 'view a\nview b' }))).toBe('refused (view a, view b)')
  expect(refusalReason(refused('P0001', { where: 'function f\nline 3' }))).toBe('refused (function f)')
  // Not its class: the digits stand elsewhere.
  expect(refusalReason(refused('42P08'))).toBe('refused')
  expect(refusalReason(refused('42P01', { detail: 'x'.repeat(2_000) }))).toHaveLength(1_000)
})

test('new tables that the database refuses for good end with a sentence, other errors stay what they are', () => {
  const outage = refused('57014')
  expect(asSwapRefused('users', outage)).toBe(outage)
  const swap = asSwapRefused('users', refused('2BP01')) as SwapRefused
  expect([swap.name, swap.projection]).toEqual(['SwapRefused', 'users'])
  expect(swap.message).toMatch(/^PostgreSQL refuses the new tables of users: refused\. /)
})

test('values that the database refuses are the fault of an event', () => {
  for (const code of ['22001', '23502', '54000']) {
    const cause = refused(code)
    const failure = asWriteRefused('users', cause) as WriteRefused
    expect(failure).toBeInstanceOf(WriteRefused)
    expect([failure.name, failure.projection, failure.cause]).toEqual(['WriteRefused', 'users', cause])
    expect(failure.message).toBe('what was folded into users cannot be written')
    expect(summaryOf(failure)).toBe(`SQLSTATE ${code}, error: refused`)
  }
  for (const other of [refused('57014'), refused(undefined), new Error('22001')])
    expect(asWriteRefused('users', other)).toBe(other)
})
