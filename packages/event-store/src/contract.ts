import { afterAll, beforeAll, describe } from 'vitest'
import { appendCases } from './contract/append.ts'
import { concurrencyCases } from './contract/concurrency.ts'
import { deleteCases } from './contract/delete.ts'
import { followCases } from './contract/follow.ts'
import type { Harness } from './contract/harness.ts'
import { outageCases } from './contract/outage.ts'
import { payloadCases } from './contract/payload.ts'
import { readCases } from './contract/read.ts'
import { readAtCases } from './contract/read-at.ts'

/**
 * What every event store of this product has to do. `makeHarness` opens the adapter on a real log, once for the suite;
 * the cases use streams of their own, so that the log need not be empty.
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
