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

test('the streams used last are known, as many as fit, and those that are missing count too', () => {
  const known = knownIds(10)
  for (let stream = 0; stream < 9; stream++) known.add(`missing-${stream}`, 0, [])
  known.add('visit', 0, ['a', 'b'])
  expect(known.get('missing-1')).toBeUndefined()
  expect(known.get('missing-2')).toBeDefined()
  known.add('missing-2', 0, [])
  known.add('other', 0, ['c', 'd', 'e', 'f'])
  expect(known.get('missing-2')).toBeDefined()
  expect(known.get('missing-5')).toBeUndefined()
  known.forget('visit')
  expect(known.get('visit')).toBeUndefined()
})
