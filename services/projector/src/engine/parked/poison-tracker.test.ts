import type { Position } from '@tba/event-store/port.ts'
import type { Batch, Delivery, Member } from '../commit/batch.ts'
import { FoldFailed, WriteRefused } from '../database/faults.ts'
import { maxParked, poisonTracker } from './poison-tracker.ts'

const cause = new Error('no such plan')
const events = ['3', '5', '7'].map(position => ({
  id: `event-${position}`,
  type: 'PlanActivated',
  stream: `setup-${position}`,
  position,
}))
const event = (at: string) => events.find(({ position }) => position === at) as unknown as FoldFailed['event']

function tracking({ parked = 0, mayPark = true } = {}) {
  const streams = Array.from({ length: parked }, (_, n) => [`other-${n}`, { position: '0', person: 'x' }])
  const member = { projection: { name: 'users' }, parked: new Map(streams as never), mayPark: () => mayPark }
  const tracker = poisonTracker([member as unknown as Member], new AbortController().signal)
  const failed = (error: unknown, events = ['5'], batch: Partial<Batch> | null = null) =>
    tracker.failed(error, { events: events.map(event) } as unknown as Delivery, batch as Batch | null)
  const passed = (position: string) => tracker.passed({ position } as Batch)
  return { tracker, failed, passed, parked: member.parked as Member['parked'] }
}

test('an event that cannot be folded is tried five times, then its stream is parked', async () => {
  const { tracker, failed, passed, parked } = tracking()
  const failure = new FoldFailed('users', event('5'), cause)
  const beganAt = performance.now()
  for (let tried = 1; tried < 5; tried++) await failed(failure)
  // 20, 40, 80 and 160 ms. A timer may be early by one.
  expect(performance.now() - beganAt).toBeGreaterThan(295)
  // Each event has its own tries.
  await failed(new FoldFailed('users', event('7'), cause))
  expect([...parked.keys(), ...tracker.parkings()]).toEqual([])
  await failed(failure)
  expect([...parked]).toEqual([['setup-5', { position: '5', person: '5' }]])
  expect(tracker.parkings()).toMatchObject([{ fault: failure, tries: 5 }])
  passed('9')
  expect(tracker.parkings()).toEqual([])
})

test('rows that are refused are searched for their event in smaller and smaller batches', async () => {
  const { tracker, failed, passed, parked } = tracking()
  const refused = new WriteRefused('users', cause)
  expect(tracker.limit()).toBe(Number.POSITIVE_INFINITY)
  await failed(refused, ['3', '5', '7'], { eventCount: 3, position: '7' as Position })
  expect(tracker.limit()).toBe(2)
  await failed(refused, ['3', '5', '7'], { eventCount: 2, position: '5' as Position })
  expect(tracker.limit()).toBe(1)
  passed('3')
  expect(tracker.limit()).toBe(1)
  for (let tried = 1; tried <= 5; tried++)
    await failed(refused, ['5', '7'], { eventCount: 1, position: '5' as Position })
  expect([...parked.keys()]).toEqual(['setup-5'])
  // The first batch that failed went further.
  passed('5')
  expect(tracker.limit()).toBe(1)
  passed('7')
  expect(tracker.limit()).toBe(Number.POSITIVE_INFINITY)
})

test('an error that no event caused, or an event that must not wait, ends the work', async () => {
  const foreign = new Error('no connection')
  await expect(tracking().failed(foreign)).rejects.toBe(foreign)
  const other = new FoldFailed('bots', event('5'), cause)
  await expect(tracking().failed(other)).rejects.toBe(other)
  const needed = new FoldFailed('users', event('5'), cause)
  await expect(tracking({ mayPark: false }).failed(needed)).rejects.toBe(needed)
})

test('a projection with a hundred parked streams halts, once the events before are written', async () => {
  const { tracker, failed, parked } = tracking({ parked: maxParked })
  const failure = new FoldFailed('users', event('5'), cause)
  for (let tried = 1; tried < 5; tried++) await failed(failure, ['3', '5'])
  await failed(failure, ['3', '5'])
  expect([tracker.limit(), parked.size]).toEqual([1, maxParked])
  const sentence = '100 streams are parked, and the next one fails: Error: no such plan'
  await expect(failed(failure, ['5'])).rejects.toMatchObject({ name: 'ProjectionHalted', message: sentence })
})

test.each([
  [4, 'later'],
  [5, 'at once'],
])('with %i parked streams the next try comes %s', async (parked, when) => {
  const { failed } = tracking({ parked })
  const trying = failed(new FoldFailed('users', event('5'), cause)).then(() => 'at once')
  const later = new Promise(resolve => setImmediate(resolve, 'later'))
  expect(await Promise.race([trying, later])).toBe(when)
})

test('the hundredth stream is still parked', async () => {
  const { failed, parked } = tracking({ parked: maxParked - 1 })
  for (let tried = 1; tried <= 5; tried++) await failed(new FoldFailed('users', event('5'), cause))
  expect(parked.size).toBe(maxParked)
})

test('rows that cannot be loaded, or are written with those of other events, blame no event', async () => {
  const { tracker, failed, parked } = tracking()
  const refused = new WriteRefused('users', cause)
  for (let tried = 1; tried <= 5; tried++) await failed(refused)
  expect(tracker.limit()).toBe(Number.POSITIVE_INFINITY)
  for (let tried = 1; tried <= 5; tried++)
    await failed(refused, ['3', '5'], { eventCount: 2, position: '5' as Position })
  expect([tracker.limit(), parked.size]).toEqual([1, 0])
})
