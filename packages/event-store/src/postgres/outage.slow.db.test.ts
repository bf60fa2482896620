import { startCluster } from '@tba/testing/cluster.ts'
import { someEvents, someStream } from '../testing/contract/harness.ts'
import { openPostgresStore } from './store.ts'

test('closing while the server is down ends, and so do the followers', async () => {
  await using cluster = await startCluster()
  const closing = await openPostgresStore(cluster)
  const following = Array.fromAsync(closing.follow({ signal: new AbortController().signal }))
  await closing.append(someStream(), someEvents(1), 'any')
  await cluster.stop()
  await closing.close()
  await following
  await cluster.start()
})
