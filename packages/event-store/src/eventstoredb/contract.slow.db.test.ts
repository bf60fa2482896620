import { lockServer } from '@tba/testing/server-lock.ts'
import { isInPostgres } from '../addresses.ts'
import { eventStoreContract } from '../testing/contract/contract.ts'
import { faultCases } from './testing/fault-cases.ts'
import { type EventStoreDbHarness, eventStoreDbHarness } from './testing/harness.ts'

const url = process.env.EVENTSTORE_URL
if (url && !isInPostgres(url)) {
  let turn: AsyncDisposable
  // A large log can take that long.
  beforeAll(async () => {
    turn = await lockServer(url)
  }, 600_000)
  afterAll(() => turn[Symbol.asyncDispose]())
  eventStoreContract('the event store in EventStoreDB', () => eventStoreDbHarness(url))
  describe('faults between a store and a real server', () => {
    let harness: EventStoreDbHarness
    beforeAll(async () => {
      harness = await eventStoreDbHarness(url)
    })
    afterAll(() => harness.close())
    faultCases(() => harness)
  })
} else {
  test('the event store in EventStoreDB keeps the contract', context => {
    const reason = 'EVENTSTORE_URL names no server (npm run test:containers -- suites starts one)'
    console.warn(`NOT RUN: the contract of the event store in EventStoreDB: ${reason}`)
    context.skip(reason)
  })
}
