import { expect, onTestFinished, test } from 'vitest'
import { serveHealth } from './health.server.ts'
import { eventually, world } from './testing/world.ts'

test('a projector is ready from when it has caught up until it fails', async () => {
  const it = await world()
  const projector = await it.start()
  const server = await serveHealth(projector, { host: '127.0.0.1', port: 0 })
  onTestFinished(server.close)
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status
  await projector.ready
  expect(await status('/readyz')).toBe(200)
  expect(await status('/elsewhere')).toBe(404)
  await it.rows('alter table projector.checkpoints rename to hidden')
  await eventually(async () => expect(await status('/readyz')).toBe(503))
  expect(await status('/healthz')).toBe(200)
  await it.rows('alter table projector.hidden rename to checkpoints')
})
