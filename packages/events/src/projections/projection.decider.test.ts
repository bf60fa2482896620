import { test } from 'vitest'
import { specify } from '../testing/given.ts'
import { projectionDecider } from './projection.decider.ts'

const eventId = '0b1f5a52-3c3d-4b7b-8a41-0c9f9a3b0b02'
const data = { parked: 'visit-abc', eventId }
const retried = { type: 'ParkedStreamRetried', data } as const
const skipped = { type: 'ParkedStreamSkipped', data } as const
const rebuild = { type: 'ProjectionRebuildRequested', data: { version: 3 } } as const
const projections = specify(projectionDecider)

test('every wish for a rebuild is recorded: who pressed when is what is asked afterwards', () => {
  projections.given([rebuild]).when({ type: 'RequestRebuild', version: 3 }).records(rebuild)
})

test('a stream that waits is retried and its event skipped as often as somebody wants: an earlier wish may have been lost', () => {
  for (const earlier of [[], [retried], [skipped]]) {
    projections
      .given(earlier)
      .when({ type: 'RetryParked', ...data })
      .records(retried)
    projections
      .given(earlier)
      .when({ type: 'SkipParked', ...data })
      .records(skipped)
  }
})
