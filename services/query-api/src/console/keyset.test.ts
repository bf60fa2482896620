import { z } from 'zod'
import { cursorOf, keyIn, pageOf } from './keyset.ts'

const key = z.tuple([z.string(), z.number()])
const letters = [...'abcde'].map((letter, at) => ({ letter, at }))
const keyOf = ({ letter, at }: { letter: string; at: number }) => [letter, at]

test('a page has a cursor from its last row, and the last page has none', () => {
  const { rows, next } = pageOf(letters, 2, keyOf)
  expect(rows.map(({ letter }) => letter)).toEqual(['a', 'b'])
  expect(keyIn(next ?? undefined, key)).toEqual(['b', 1])
  expect(pageOf(letters, 5, keyOf).next).toBeNull()
  expect(pageOf([], 5, keyOf)).toEqual({ rows: [], next: null })
})

test.each(['x', 'e30', cursorOf(['a']), cursorOf(['a\0', 1])])('the cursor %s is refused', cursor =>
  expect(() => keyIn(cursor, key)).toThrow('Cursore non valido'),
)
