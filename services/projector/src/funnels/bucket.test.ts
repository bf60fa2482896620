import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOf, moved, packTimes, timeAt, unpackTimes } from './bucket.ts'

const tenYearsMs = 3_650 * 86_400_000
const time = fc.oneof(fc.integer({ min: -tenYearsMs, max: tenYearsMs }), fc.integer({ min: -600, max: 600 }))

test('a longer time is never in an earlier bucket, and all times of one are alike', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      if (a <= b) expect(bucketOf(a)).toBeLessThanOrEqual(bucketOf(b))
      if (bucketOf(a) === bucketOf(b)) expect(Math.abs(a - b)).toBeLessThanOrEqual(Math.abs(a) / 256)
    }),
  )
  const bounds = [0, 255, 256, 511, 512, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 38]
  const around = bounds.flatMap(ms => [ms, ms + 1])
  expect(around.map(bucketOf)).toEqual(around.map(bucketOf).toSorted((a, b) => a - b))
  expect(bucketOf(3_600_000)).toBeLessThan(4_000)
})

test('times come out of their bytes as they went in', () => {
  const units = fc.integer({ min: 1, max: 100_000 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(time, units), { selector: ([ms]) => ms, maxLength: 50 }), given => {
      const sorted = given.toSorted(([a], [b]) => a - b)
      expect([...unpackTimes(packTimes(new Map(given)))]).toEqual(sorted)
    }),
  )
})

test('what is moved there and back is as it was, and nothing is taken that is not there', () => {
  const times = new Map([[5, 2]])
  expect(
    moved(
      moved(
        times,
        new Map([
          [5, 1],
          [7, 1],
        ]),
      ),
      new Map([
        [5, -1],
        [7, -1],
      ]),
    ),
  ).toEqual(times)
  expect(() => moved(times, new Map([[5, -3]]))).toThrow('1 units more')
})

test('a place among all times is found in its bucket', () => {
  const times = new Map([
    [10, 2],
    [12, 1],
  ])
  expect([4, 5, 6].map(place => timeAt(times, place, 4))).toEqual([10, 10, 12])
})
