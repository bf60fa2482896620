import fs from 'node:fs'
import path from 'node:path'
import { completed, expectRefusal, run, script, stop, temporaryFolder } from '../../tests/support/run.ts'

test('a backup of the running product is restored into another folder, and the product starts there', async () => {
  const env = { DATA_DIR: temporaryFolder() }
  const backup = path.join(temporaryFolder(), 'monday')
  const product = run({ env })
  await product.ready
  const [, password = ''] = await product.says(/^Administrator: admin@example\.com, password: (\S+) /m)
  await completed({ env, command: script('backup/backup.main.ts', backup) })
  await stop(product)

  const fresh = { DATA_DIR: temporaryFolder() }
  const restoring = { env: fresh, command: script('backup/restore.main.ts', backup) }
  await completed(restoring)
  const next = run({ env: fresh })
  const port = await next.ready
  expect(next.output()).not.toContain('Administrator')
  const body = JSON.stringify({ email: 'admin@example.com', password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/login`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)

  // The folder in use is not touched.
  await expectRefusal(restoring, /^Another start is using the data folder /)
  expect(fs.existsSync(path.join(backup, 'keys', 'keys.json'))).toBe(true)
})

test('reports in one sentence that there is nothing to back up', async () => {
  const env = { DATA_DIR: temporaryFolder() }
  const command = script('backup/backup.main.ts', path.join(temporaryFolder(), 'monday'))
  await expectRefusal({ env, command }, /^There is nothing to back up yet: /)
})
