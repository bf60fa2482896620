import { expect, test } from 'vitest'
import { summaryOf } from './faults.ts'

const said = (message: string) => summaryOf(new Error(message))

test('what operators read of an error quotes no personal data, whatever lines and quotation marks it has', () => {
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

test('what is said of an error can be written to the database, whatever it contains', () => {
  expect(said('not a\0name')).toBe('Error: not aname')
})
