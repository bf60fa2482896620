import fs from 'node:fs'
import path from 'node:path'
import { startCluster } from '@tba/testing/cluster.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { hasPgbouncer, pgbouncer } from '@tba/testing/pgbouncer.ts'
import { callerOf } from '../../../tests/journeys/caller.ts'
import {
  completed,
  expectRefusal,
  run,
  runningPostgres,
  stop,
  temporaryFolder,
} from '../../../tests/support/run.ts'

const verify = path.join(import.meta.dirname, '../../maintenance/verify.ts')

const cluster = await perFile(startCluster())

const ownDatabase = () => databaseInTest(cluster.connectionString)

const verifying = [process.execPath, verify]

test('on an external PostgreSQL the product starts none, and keeps keys and data through a restart', async () => {
  const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: await ownDatabase() }
  const first = run({ env })
  await first.ready
  expect(fs.existsSync(path.join(env.DATA_DIR, 'postgres'))).toBe(false)
  const [, password = ''] = await first.says(/^Administrator: admin@example\.com, password: (\S+) /m)
  await completed({ env, command: verifying })
  await stop(first)

  const second = run({ env })
  await second.ready
  expect(second.output()).not.toContain('Administrator')
  const { call } = callerOf(`http://127.0.0.1:${await second.ready}`)
  const credentials = { email: 'admin@example.com', password }
  expect((await call('POST', '/api/admin/login', credentials)).status).toBe(200)
  expect(runningPostgres(env.DATA_DIR)).toEqual([])

  // Keys are never created for a database that has data.
  await stop(second)
  fs.rmSync(path.join(env.DATA_DIR, 'keys.json'))
  await expectRefusal({ env }, /^The key file .* is missing beside data that exist: /)
})

test.skipIf(!hasPgbouncer)('runs behind a pooler in session mode whose pool is large enough', async () => {
  const url = await ownDatabase()
  const size = { default_pool_size: '50', max_client_conn: '200' }
  const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: await pgbouncer(url, size) }
  const started = run({ env })
  const port = await started.ready
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await stop(started)
  const small = { ...env, DATABASE_URL: await pgbouncer(url) }
  const sentence = /^The PostgreSQL of DATABASE_URL lies behind a pooler with too few /
  await expectRefusal({ env: small }, sentence)
})

test('reports a wrong password of an external PostgreSQL in one sentence, without it', async () => {
  const DATABASE_URL = Object.assign(new URL(cluster.connectionString), { password: 'wrong-one' }).href
  const sentence = /^The PostgreSQL of DATABASE_URL cannot be used: .*\.\n$/
  const output = await expectRefusal({ env: { DATA_DIR: temporaryFolder(), DATABASE_URL } }, sentence)
  expect(output).not.toContain('wrong-one')
})

test('reports in one sentence that there are no tables to verify, and creates nothing', async () => {
  const noTablesMessage = 'There is nothing to verify yet: npm start makes the tables.\n'
  const DATA_DIR = path.join(temporaryFolder(), 'data')
  for (const env of [{ DATA_DIR }, { DATA_DIR, DATABASE_URL: await ownDatabase() }]) {
    await expectRefusal({ env, command: verifying }, noTablesMessage)
  }
  expect(fs.existsSync(DATA_DIR)).toBe(false)
})
