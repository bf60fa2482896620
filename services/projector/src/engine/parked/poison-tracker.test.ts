import { expect, test } from 'vitest'
import type { Delivery, Member } from '../commit/batch.ts'
import { FoldFailed } from '../database/faults.ts'
import { poisonTracker } from './poison-tracker.ts'

test('an event that cannot be folded is tried five times, then its stream is parked', async () => {
  const parked: Member['parked'] = new Map()
  const member = { projection: { name: 'users' }, parked, mayPark: () => true } as unknown as Member
  const event = { id: 'event', type: 'PlanActivated', stream: 'setup-7', position: '5', revision: 0 }
  const failure = new FoldFailed('users', event as unknown as FoldFailed['event'], new Error('no such plan'))
  const tracker = poisonTracker([member], new AbortController().signal)
  const fail = () => tracker.failed(failure, { events: [failure.event] } as unknown as Delivery, null)
  for (let tried = 1; tried < 5; tried++) await fail()
  expect([...parked.keys(), ...tracker.parkings()]).toEqual([])
  await fail()
  expect([...parked.keys()]).toEqual(['setup-7'])
  expect(tracker.parkings()).toMatchObject([{ fault: failure, tries: 5 }])
})
