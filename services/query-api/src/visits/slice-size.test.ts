import { expect, test } from 'vitest'
import { nextSize } from './slice-size.ts'

test.each([
  ['grows where nothing is found and it is quick', { size: 50, tookMs: 2, leftMs: 90 }, 200],
  ['never takes all visits at once', { size: 4_000, tookMs: 1, leftMs: 90 }, 4_000],
  ['shrinks where the one before took most of the time', { size: 1_000, tookMs: 80, leftMs: 20 }, 250],
  ['goes on with one visit at least', { size: 1, tookMs: 99, leftMs: 1 }, 1],
  ['is over with its time', { size: 50, tookMs: 101, leftMs: -1 }, 0],
])('a look through the visits %s', (_, slice, size) => expect(nextSize(slice)).toBe(size))
