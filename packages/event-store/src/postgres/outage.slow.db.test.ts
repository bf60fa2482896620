import { type Cluster, startCluster } from '@tba/testing/cluster.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewEvent, type OpenedStore, StoreUnavailable } from '../port.ts'
import { followUntil, idsOf, someEvent, someEvents, someStream } from '../testing/contract/harness.ts'
import { openPostgresStore } from './store.ts'

let cluster: Cluster
let store: OpenedStore
const outages: StoreUnavailable[] = []
beforeAll(async () => {
  cluster = await startCluster()
  store = await openPostgresStore({ ...cluster, onOutage: error => outages.push(error) })
})
afterAll(async () => {
  await store.close()
  await cluster.destroy()
})

test('under restarts in the middle of appends, what was acknowledged is there once, and nothing else', async () => {
  const start = await store.head()
  const acknowledged: NewEvent[] = []
  const streams = Array.from({ length: 4 }, someStream)
  let open = true
  const writers = streams.map(async stream => {
    while (open) {
      const event = someEvent()
      for (let done = false; !done; ) {
        done = await store.append(stream, [event], 'any').then(
          () => true,
          error => {
            if (!(error instanceof StoreUnavailable)) throw error
            return false
          },
        )
      }
      acknowledged.push(event)
    }
  })
  for (let restart = 0; restart < 2; restart++) {
    const enough = acknowledged.length + 40
    await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(enough)
    await cluster.stop()
    await cluster.start()
  }
  open = false
  await Promise.all(writers)
  const { seen } = await followUntil(
    store,
    start ? { after: start } : {},
    events => events.length >= acknowledged.length,
  )
  expect(idsOf(seen).toSorted()).toEqual(idsOf(acknowledged).toSorted())
  for (const stream of streams) {
    const revisions = seen.filter(event => event.stream === stream).map(event => event.revision)
    expect(revisions).toEqual(revisions.map((_, index) => index))
  }
})

test('closing while the server is down ends, and so do the followers', async () => {
  const closing = await openPostgresStore(cluster)
  const following = Array.fromAsync(closing.follow({ signal: new AbortController().signal }))
  const appending = closing.append(someStream(), someEvents(1), 'any')
  await appending
  await cluster.stop()
  await closing.close()
  await following
  await cluster.start()
})
