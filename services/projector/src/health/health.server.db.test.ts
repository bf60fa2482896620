import { createMeters } from '@tba/runtime/meters.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { createJobTables } from '../jobs/job-tables.ts'
import { fixture } from '../testing/fixtures.ts'
import { world } from '../testing/world.ts'
import { serveHealth } from './health.server.ts'
import { measured } from './measured.ts'

test('a projector is ready from its catch-up until it fails', async () => {
  const it = await world({ isProjected: true })
  const projector = await it.start()
  const server = await serveHealth(projector.readiness, { host: '127.0.0.1', port: 0 })
  onTestFinished(server.close)
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status
  await projector.ready
  expect(await status('/readyz')).toBe(200)
  expect(await status('/elsewhere')).toBe(404)
  await it.rows('alter table projector.checkpoints rename column epoch to hidden')
  // Without an event it writes nothing, and does not notice.
  await it.append(`visit-${crypto.randomUUID()}`, { type: 'ConsentChosen', data: { choice: 'all' } })
  await expect.poll(() => status('/readyz')).toBe(503)
  expect(await status('/healthz')).toBe(200)
})

test('metrics are for this machine or for a bearer of the token, and include batches', async () => {
  const it = await world()
  const meters = createMeters()
  const projector = await it.start(measured(meters, it))
  const address = { host: '127.0.0.1', port: 0 }
  const server = await serveHealth(projector.readiness, address, { meters, metricsToken: 'sedici-caratteri' })
  onTestFinished(server.close)
  const asked = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  expect((await asked(forwarded)).status).toBe(403)
  expect((await asked({ ...forwarded, authorization: 'Bearer sedici-caratteri' })).status).toBe(200)

  await projector.ready
  await it.append(`visit-${crypto.randomUUID()}`, { type: 'ConsentChosen', data: { choice: 'all' } })
  await it.append(`setup-${crypto.randomUUID()}`, fixture('PlanActivated'))
  await waitFor(async () => {
    const told = await (await asked()).text()
    expect(told).toMatch(/^projection_batch_events_count [1-9]/m)
    expect(told).toMatch(/^projection_lag_seconds\{projection="users"\} \d/m)
  })
  expect(await (await asked()).text()).toMatch(/^jobs_oldest_open_seconds 0$/m)
  await createJobTables(it.pool)
  await it.rows(`insert into jobs.open (event_id, stream, event_type, recorded_at)
    values (gen_random_uuid(), 'lead-1', 'LeadSubmitted', now() - interval '900 seconds') returning event_id`)
  expect(await (await asked()).text()).toMatch(/^jobs_oldest_open_seconds 9\d\d(\.\d+)?$/m)
})
