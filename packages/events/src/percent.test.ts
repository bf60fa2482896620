import { percentOf } from './percent.ts'

test.each([
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 2_000, 0.1],
  [3, 3, 100],
  [5, 0, 0],
])('%i of %i is %d percent', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent))
