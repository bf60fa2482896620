import path from 'node:path'
import { startCluster } from '@tba/testing/cluster.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { withClient } from '@tba/testing/with-client.ts'
import { callerOf } from '../../../tests/journeys/caller.ts'
import { expectNothingLost, startLoad } from '../../../tests/support/load.ts'
import { completed, expectRefusal, run, script, temporaryFolder, until } from '../../../tests/support/run.ts'

const cluster = await perFile(startCluster())

/** A database with these settings. */
async function databaseWith(settings: Record<string, string>): Promise<string> {
  const connectionString = await databaseInTest(cluster.connectionString)
  const name = new URL(connectionString).pathname.slice(1)
  await withClient(cluster.connectionString, async client => {
    for (const [setting, value] of Object.entries(settings))
      await client.query(`alter database ${name} set ${setting} = '${value}'`)
  })
  return connectionString
}

const odd = {
  timezone: 'Pacific/Auckland',
  bytea_output: 'escape',
  intervalstyle: 'iso_8601',
  lc_numeric: 'C',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  search_path: 'nowhere',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  transform_null_equals: 'on',
  array_nulls: 'off',
  client_encoding: 'LATIN1',
  lock_timeout: '1s',
  idle_session_timeout: '5s',
  // The server from npm has no translations. The product reads codes of errors, never their texts.
  lc_messages: 'POSIX',
}

test.each(['German', 'SQL, DMY'])(
  'odd settings of a database and the date style %s change nothing',
  async datestyle => {
    const DATABASE_URL = await databaseWith({ ...odd, datestyle })
    const DATA_DIR = temporaryFolder()
    const admin = { email: 'admin@example.com', password: 'segreta-di-prova' }
    const env = { DATA_DIR, DATABASE_URL, LIMIT_SCALE: '1000', ADMIN_PASSWORD: admin.password }
    const finished = (file: string, ...args: string[]) => completed({ env, command: script(file, ...args) })
    await finished('demo/main.ts', '--visits', '50')
    const product = run({ env })
    const url = `http://127.0.0.1:${await product.ready}`
    const load = await startLoad(url, 2)
    await until(() => load.acknowledged() >= 4)
    await expectNothingLost(url, await load.stop())

    const { call } = callerOf(url)
    const { token } = JSON.parse((await call('POST', '/api/admin/login', admin)).text)
    const headers = { authorization: `Bearer ${token}` }
    const history = await call('GET', '/api/admin/events', undefined, { headers })
    expect(history.text).toMatch(/"recordedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)

    const question = 'select recorded_at from log.events limit 1'
    const answer = await finished('sql/sql.main.ts', question, '--format', 'json')
    const [first] = JSON.parse(answer.replace(/\n\d+ row.*/s, ''))
    expect(first.recorded_at).toMatch(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(\+00|Z)/)
    await finished('backup/backup.main.ts', path.join(DATA_DIR, 'backup'))
    await finished('maintenance/verify.ts')
    expect(product.errors()).toBe('')
  },
)

test.each([
  ['DATABASE_URL', 'default_transaction_read_only', 'on'],
  ['DATABASE_URL', 'synchronous_commit', 'off'],
  ['EVENTSTORE_URL', 'synchronous_commit', 'local'],
])('a start refuses a %s with %s = %s by its name', async (variable, setting, value) => {
  const env = { DATA_DIR: temporaryFolder(), [variable]: await databaseWith({ [setting]: value }) }
  await expectRefusal({ env }, setting)
})

test.each(['DATABASE_URL', 'EVENTSTORE_URL'])('a start refuses a %s in LATIN1', async variable => {
  const name = `latin_${variable.slice(0, 4).toLowerCase()}`
  const latin = `template template0 encoding LATIN1 locale_provider libc locale 'C'`
  await withClient(cluster.connectionString, client => client.query(`create database ${name} ${latin}`))
  const address = Object.assign(new URL(cluster.connectionString), { pathname: `/${name}` }).href
  const sentence = `The PostgreSQL of ${variable} has its text in LATIN1: make a database with encoding UTF8.\n`
  await expectRefusal({ env: { DATA_DIR: temporaryFolder(), [variable]: address } }, sentence)
})

test('a start refuses an EVENTSTORE_URL whose user may not make tables', async () => {
  const address = new URL(await databaseWith({}))
  const role = `create role guest login password 'guest'`
  await withClient(cluster.connectionString, client => client.query(role))
  const asGuest = Object.assign(address, { username: 'guest', password: 'guest' }).href
  const sentence = /^The PostgreSQL of the event log \(EVENTSTORE_URL, .*Grant create on the database\.\n$/
  await expectRefusal({ env: { DATA_DIR: temporaryFolder(), EVENTSTORE_URL: asGuest } }, sentence)
})
