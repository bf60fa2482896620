import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { withClient } from '@tba/testing/with-client.ts'
import { expect, test } from 'vitest'
import { run, stop, temporaryFolder } from '../../tests/support/run.ts'

function sql(dataDir: string, ...args: string[]) {
  const script = path.join(import.meta.dirname, 'sql.main.ts')
  const { EVENTSTORE_URL, ...given } = process.env
  const env = { ...given, DATA_DIR: dataDir }
  const done = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  return { code: done.status, out: done.stdout, errors: done.stderr }
}

test('with a running product a select answers, a delete is refused, and psql gets an address', async () => {
  const dataDir = temporaryFolder()
  expect(sql(dataDir, 'select 1')).toEqual({
    code: 1,
    out: '',
    errors: expect.stringMatching(/nothing to ask yet/),
  })
  const product = run({ env: { DATA_DIR: dataDir } })
  await product.ready
  const counts = sql(dataDir, 'select type, count(*) from log.events group by 1', '--format', 'csv')
  expect(counts).toMatchObject({ code: 0, out: expect.stringMatching(/^type,count\r\n(\w+,\d+\r\n)+$/) })
  expect(sql(dataDir, 'select count(*) from read.users').out).toMatch(/^count\n-+\n\s*\d+\n$/)
  for (const refused of ['delete from log.events', 'select * from vault.person_keys'])
    expect(sql(dataDir, refused)).toEqual({
      code: 1,
      out: '',
      errors: expect.stringMatching(/^PostgreSQL: /),
    })

  const { out: url } = sql(dataDir, '--url')
  const events = 'select count(*)::int from log.events'
  const { rows } = await withClient(url.trim(), client => client.query(events))
  expect(rows[0].count).toBeGreaterThan(0)
  await stop(product)
  expect(sql(dataDir, '--url')).toEqual({
    code: 1,
    out: '',
    errors: expect.stringMatching(/npm start first/),
  })
})
