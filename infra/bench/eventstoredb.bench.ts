import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { bareClient } from '@tba/event-store/eventstoredb/testing/bare-client.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { NewEvent } from '@tba/event-store/port.ts'
import { appendsPerSecond, into } from './append.bench.ts'
import { type Bench, rateOf } from './harness.ts'

/** The cost of the adapter: appends and reads of the whole log, compared with the client package alone. */
const wanted = { min: 0.9 }

export async function measure({ compare, opened }: Bench): Promise<void> {
  const url = process.env.EVENTSTORE_URL
  if (!url)
    throw new StartRefusal('EVENTSTORE_URL has to name an EventStoreDB to measure on, which is filled.')
  const store = await openEventStore({ url })
  opened.defer(() => store.close())
  const bare = bareClient(url)

  const bareAppend = (event: NewEvent) => bare.append(`bench-${event.id}`, event)
  await compare('appends/s', [
    { name: 'appends by the adapter', run: () => appendsPerSecond(into(store)) },
    { name: 'appends by the client', run: () => appendsPerSecond(bareAppend), wanted },
  ])
  await compare('events/s', [
    { name: 'whole log by the adapter', run: () => rateOf(countAll) },
    { name: 'whole log by the client', run: () => rateOf(bare.countAll), wanted },
  ])

  async function countAll(): Promise<number> {
    let count = 0
    for await (const _ of store.readAll()) count++
    return count
  }
}
