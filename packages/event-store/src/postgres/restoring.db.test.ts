import { freshDatabase } from '@tba/testing/database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { alongIndex, inOrder } from './restoring.ts'
import { openPostgresStore } from './store.ts'
import { connected } from './testing/harness.ts'

test('a backup of a great log sorts nothing, which would take as much room again on its disk', async () => {
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const store = await openPostgresStore({ connectionString })
  await store.close()
  const client = await connected(connectionString)
  onTestFinished(() => client.end())
  await client.query(`insert into log.events (stream, revision, event_id, type, data, metadata)
    select 'visit-' || n, 0, gen_random_uuid(), 'VisitStarted', '{}', '{}' from generate_series(1, 5000) n`)
  await client.query('vacuum analyze log.events')
  // As expensive as it is where the index is far greater than the memory.
  await client.query('set random_page_cost = 1000; set seq_page_cost = 1')
  const plan = async () =>
    (await client.query(`explain ${inOrder}`)).rows.map(row => row['QUERY PLAN']).join('\n')
  expect(await plan()).toContain('Sort')
  await client.query('begin')
  await alongIndex(client)
  expect(await plan()).toMatch(/^(?!.*Sort).*Index Scan using events_pkey/s)
})
