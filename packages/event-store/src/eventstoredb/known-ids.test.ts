import { expect, test } from 'vitest'
import { knownIds } from './known-ids.ts'

test('what a stream holds is known up to its last revision, whatever letters an id was written with', () => {
  const known = knownIds()
  known.add('visit-1', 0, ['A1', 'b2'])
  known.add('visit-1', 2, ['c3'])
  expect(known.get('visit-1')).toEqual({
    last: 2,
    ids: new Map([
      ['a1', 0],
      ['b2', 1],
      ['c3', 2],
    ]),
  })
  known.add('missing', 0, [])
  expect(known.get('missing')?.last).toBeNull()
})
