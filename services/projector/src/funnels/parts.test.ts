import { expect, test } from 'vitest'
import { assertFew, inParts, rowsAtMost, TooManyRows } from './parts.ts'

/** Of each unit so many rows. */
const reading = (sizes: Readonly<Record<string, number>>) => async (keys: readonly string[]) => {
  assertFew(keys.flatMap(key => new Array<null>(sizes[key] ?? 0).fill(null)))
  return keys.join('')
}

test('units of which all together hold too much are read a few at a time, each once', async () => {
  const sizes = { a: 1, b: rowsAtMost, c: 3, d: 4 }
  expect(await Array.fromAsync(inParts(['a', 'b', 'c', 'd'], reading(sizes)))).toEqual(['a', 'b', 'cd'])
})

test('one unit that holds too much alone is not read at all', async () => {
  const read = inParts(['a', 'b'], reading({ a: 1, b: rowsAtMost + 1 }))
  await expect(Array.fromAsync(read)).rejects.toThrow(TooManyRows)
})
