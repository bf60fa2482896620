import { expect, test } from 'vitest'
import { summaryOf } from './faults.ts'

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

test('the message of an error can be written to the database, with any content', () => {
  expect(said('not a\0name')).toBe('Error: not aname')
})
