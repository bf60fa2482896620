import { completed, run, script, temporaryFolder, withDatabase } from '../../tests/support/run.ts'
import { joinDatabase } from './data/database.ts'

/** What a shell may hold for psql and the driver, made useless. */
const nonsense = {
  PGHOST: 'nowhere.invalid',
  PGHOSTADDR: '203.0.113.1',
  PGPORT: '1',
  PGDATABASE: 'none',
  PGUSER: 'nobody',
  PGPASSWORD: 'wrong',
  PGPASSFILE: '/nowhere',
  PGDATA: '/nowhere',
  PGSERVICE: 'none',
  PGSERVICEFILE: '/nowhere',
  PGCONNECT_TIMEOUT: 'none',
  PGREPLICATION: 'database',
  PGSSLMODE: 'verify-full',
  PGSSLROOTCERT: '/nowhere',
  PGSSLNEGOTIATION: 'none',
  PGREQUIRESSL: '1',
  PGOPTIONS: '-c none=1',
  PGAPPNAME: 'none',
  PGTZ: 'Mars/Base',
  PGDATESTYLE: 'none',
  PGBINARY: '1',
  PGCLIENTENCODING: 'NONE',
  PGCLIENT_ENCODING: 'NONE',
  PGTARGETSESSIONATTRS: 'standby',
  PGGEQO: 'none',
  PGLOCALEDIR: '/nowhere',
  PGSYSCONFDIR: '/nowhere',
}

test('the PG* variables of a shell change nothing, and a password serves an address without one', async () => {
  const env = { ...nonsense, DATA_DIR: temporaryFolder() }
  const product = run({ env })
  await product.ready
  expect(product.errors()).toBe('')
  const named = `select count(*)::int from pg_stat_activity where application_name = 'none'`
  expect((await withDatabase(env.DATA_DIR, client => client.query(named))).rows).toEqual([{ count: 0 }])

  const address = new URL((await joinDatabase(env.DATA_DIR)).url)
  const password = { PGPASSWORD: address.password, PGPASSFILE: undefined }
  address.password = ''
  const withoutPassword = { ...env, ...password, DATABASE_URL: address.href }
  await completed({ env: withoutPassword, command: script('maintenance/verify.ts') })
  await completed({ env, command: script('maintenance/verify.ts') })
  await completed({ env, command: script('sql/sql.main.ts', 'select 1') })
})
