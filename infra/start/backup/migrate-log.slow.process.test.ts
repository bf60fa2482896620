import path from 'node:path'
import { startEmulator } from '@tba/event-store/eventstoredb/testing/emulator/emulator.ts'
import { expect, onTestFinished, test } from 'vitest'
import { run, temporaryFolder } from '../../tests/support/run.ts'

const script = path.join(import.meta.dirname, 'migrate-log.main.ts')

test('the log of a data folder moves to EventStoreDB while the product is stopped, which then starts on it', async () => {
  const emulator = await startEmulator()
  onTestFinished(() => emulator.close())
  const env = { DATA_DIR: temporaryFolder() }
  const moving = () => run({ env, command: [process.execPath, script, '--to', emulator.url] })
  const product = run({ env })
  await product.ready
  const [, password = ''] = await product.says(/^Administrator: admin@example\.com, password: (\S+) /m)
  const refused = moving()
  expect(await refused.ended).toBe(1)
  expect(refused.errors()).toBe('The product runs on this database: stop it first.\n')
  product.child.kill('SIGTERM')
  await product.ended

  const moved = moving()
  expect(await moved.ended, moved.output()).toBe(0)
  expect(moved.output()).toMatch(/^\d+ events in \d+ streams are in both logs/m)
  const next = run({ env: { ...env, EVENTSTORE_URL: emulator.url } })
  const port = await next.ready
  expect(next.output()).not.toContain('Administrator')
  const body = JSON.stringify({ email: 'admin@example.com', password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/login`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
})

test.each([
  [[]],
  [['--to', 'mysql://localhost/log']],
  [['--from', 'postgres://h/a', '--to', 'postgres://h/a']],
])('prints the usage for a missing, wrong or equal address: %s', async args => {
  const refused = run({ env: { DATA_DIR: temporaryFolder() }, command: [process.execPath, script, ...args] })
  expect(await refused.ended).toBe(1)
  expect(refused.errors()).toMatch(/^Name both logs: .*\n$/)
})
