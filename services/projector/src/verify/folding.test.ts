import type { Position } from '@tba/event-store/port.ts'
import { projections } from '../projections.ts'
import { sourceKeyOf } from './folding.ts'

const tracking = projections.find(({ name }) => name === 'tracking') as (typeof projections)[number]
const at = (position: string) => position as Position
const parked = [
  { stream: 'visit-a', position: at('3') },
  { stream: 'visit-b', position: at('7') },
]

test('folding continues while the same streams are left out', () => {
  const made = sourceKeyOf(tracking, parked, at('5'))
  expect(sourceKeyOf(tracking, parked.toReversed(), at('6'))).toBe(made)
  expect(sourceKeyOf(tracking, parked.slice(0, 1), at('5'))).toBe(made)
})

test('folding starts again if the live tables now contain a stream that was left out, or have another version', () => {
  const made = sourceKeyOf(tracking, parked, at('5'))
  expect(sourceKeyOf(tracking, parked.slice(1), at('5'))).not.toBe(made)
  expect(sourceKeyOf({ ...tracking, version: tracking.version + 1 }, parked, at('5'))).not.toBe(made)
})
