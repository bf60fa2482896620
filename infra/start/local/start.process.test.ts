import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { livingPostgres, run, temporaryFolder, withDatabase } from '../../tests/support/run.ts'

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops everything that a start started, and the next start finds all data',
  async signal => {
    const dataDir = temporaryFolder()
    const first = run({ env: { DATA_DIR: dataDir } })
    await first.ready
    await withDatabase(dataDir, client => client.query("create table kept as select 'sì' as answer"))
    const secrets = fs.readFileSync(path.join(dataDir, 'keys.json'), 'utf8')
    first.child.kill(signal)
    expect(await first.ended).toBe(0)
    expect(livingPostgres(dataDir)).toEqual([])
    expect(first.errors()).toBe('')

    const second = run({ env: { DATA_DIR: dataDir } })
    await second.ready
    const { rows } = await withDatabase(dataDir, client => client.query('select answer from kept'))
    expect(rows).toEqual([{ answer: 'sì' }])
    expect(fs.readFileSync(path.join(dataDir, 'keys.json'), 'utf8')).toBe(secrets)
  },
)

test('the ready line is the last of a start and tells where the product answers', async () => {
  const started = run({ env: { DATA_DIR: temporaryFolder() } })
  const port = await started.ready
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  expect(started.output()).toMatch(/ready: http:\/\/localhost:\d+\n$/)
})
