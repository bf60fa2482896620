import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { linesOf, pieces } from './result-lines.ts'

/** A reader of the tables of jobs, with these pieces. */
const reader = (chunks: number, held: readonly string[]) => ({
  read: async ({ values }: { values: readonly unknown[] }) => {
    const text = held[Number(values[1])]
    return [[chunks, text === undefined ? null : gzipSync(text)]] as never
  },
})

test('a result is read to its last piece', async () => {
  const read = await Array.fromAsync(pieces(reader(2, ['a\nb\n', 'c\n']), 'r'), linesOf)
  expect(read).toEqual([['a', 'b'], ['c']])
})

test('a result of which the last piece has gone meanwhile breaks off: nobody takes it for whole', async () => {
  await expect(Array.fromAsync(pieces(reader(2, ['a\n']), 'r'))).rejects.toThrow(
    'piece 1 of replay r is gone',
  )
})
