import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import { projectionDecider } from './projection.decider.ts'

const eventId = '0b1f5a52-3c3d-4b7b-8a41-0c9f9a3b0b02'
const data = { parked: 'visit-abc', eventId }
const retried = { type: 'ParkedStreamRetried', data } as const
const skipped = { type: 'ParkedStreamSkipped', data } as const
const rebuild = { type: 'ProjectionRebuildRequested', data: { version: 3 } } as const
const projections = specify(projectionDecider)

test('records every request for a rebuild, because its time and author matter', () => {
  projections.after([rebuild], { type: 'RequestRebuild', version: 3 }).records(rebuild)
  const analytics = { type: 'AnalyticsRebuildRequested', data: {} } as const
  projections.after([analytics], { type: 'RequestAnalyticsRebuild' }).records(analytics)
})

test('shows each skipped event once', () =>
  expect(fold(projectionDecider, [rebuild, retried, skipped, skipped])).toEqual({ skipped: [eventId] }))

test('records every retry and skip: an earlier request may have been lost', () => {
  for (const earlier of [[], [retried], [skipped]]) {
    projections.after(earlier, { type: 'RetryParked', ...data }).records(retried)
    projections.after(earlier, { type: 'SkipParked', ...data }).records(skipped)
  }
})
