import { run, temporaryFolder } from '../../tests/support/run.ts'

test('the ready line is the last line of a start, with the address', async () => {
  const started = run({ env: { DATA_DIR: temporaryFolder() } })
  const port = await started.ready
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  expect((await fetch(`http://localhost:${port}/`, { method: 'HEAD' })).status).toBe(200)
  expect(started.output()).toMatch(/ready: http:\/\/localhost:\d+\n$/)
})
