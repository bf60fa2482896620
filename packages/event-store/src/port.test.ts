import { expect, test } from 'vitest'
import * as eventStoreDb from './eventstoredb/limits.ts'
import { appendsEndWithinMs } from './port.ts'
import * as postgres from './postgres/limits.ts'

test('whoever waits for the appends of all processes to end waits longer than any adapter goes on with one', () => {
  // An append that lost races until just before its time was up is still written once, with all its attempts.
  for (const { retries, timeouts } of [eventStoreDb, postgres])
    expect(2 * retries.giveUpAfterMs + 2 * timeouts.answerMs).toBeLessThan(appendsEndWithinMs)
})
