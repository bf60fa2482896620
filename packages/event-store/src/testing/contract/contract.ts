import { appendCases } from './append.ts'
import { concurrencyCases } from './concurrency.ts'
import { deleteCases } from './delete.ts'
import { followCases } from './follow.ts'
import type { Harness } from './harness.ts'
import { outageCases } from './outage.ts'
import { payloadCases } from './payload.ts'
import { readCases } from './read.ts'
import { readAtCases } from './read-at.ts'

/**
 * The contract of every event store. `makeHarness` opens the adapter on a real log, once for the suite. The cases use their own
 * streams, so that the log need not be empty.
 */
export function eventStoreContract(name: string, makeHarness: () => Promise<Harness>): void {
  describe(name, () => {
    let harness: Harness
    beforeAll(async () => {
      harness = await makeHarness()
    })
    afterAll(() => harness.close())
    const current = () => harness
    appendCases(current)
    concurrencyCases(current)
    readCases(current)
    readAtCases(current)
    followCases(current)
    deleteCases(current)
    payloadCases(current)
    outageCases(current)
  })
}
