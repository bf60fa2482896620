import { type Cluster, startCluster } from '@tba/testing/cluster.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { someEvents, someStream } from '../testing/contract/harness.ts'
import { openPostgresStore } from './store.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.destroy())

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
