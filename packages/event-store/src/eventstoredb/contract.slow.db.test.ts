import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe } from 'vitest'
import { isInPostgres } from '../addresses.ts'
import { eventStoreContract } from '../testing/contract/contract.ts'
import { faultCases } from './testing/fault-cases.ts'
import { type EventStoreDbHarness, eventStoreDbHarness } from './testing/harness.ts'

eventStoreContract('the event store in EventStoreDB, emulated', async () => {
  const emulator = new Worker(new URL('./testing/emulator/emulator.worker.ts', import.meta.url))
  const [url] = await once(emulator, 'message')
  const harness = await eventStoreDbHarness(url)
  return {
    ...harness,
    async close() {
      await harness.close()
      // Not terminated: Node ends the whole process where a worker is stopped in the middle of a request over HTTP/2.
      emulator.postMessage('close')
      await once(emulator, 'exit')
    },
  }
})

const url = process.env.EVENTSTORE_URL
if (url && !isInPostgres(url)) {
  eventStoreContract('the event store in EventStoreDB', () => eventStoreDbHarness(url))
  describe('faults between a store and a real server', () => {
    let harness: EventStoreDbHarness
    beforeAll(async () => {
      harness = await eventStoreDbHarness(url)
    })
    afterAll(() => harness.close())
    faultCases(() => harness)
  })
}
