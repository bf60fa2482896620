import * as eventStoreDb from './eventstoredb/limits.ts'
import { appendsEndWithinMs } from './port.ts'
import * as postgres from './postgres/limits.ts'

test('`settled` waits longer than any adapter retries an append', () => {
  // An append that lost races until just before its limit is tried again, with all attempts.
  for (const { retries, timeouts } of [eventStoreDb, postgres])
    expect(2 * retries.giveUpAfterMs + 2 * timeouts.answerMs).toBeLessThan(appendsEndWithinMs)
})
