import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { run, stop, temporaryFolder, withDatabase } from '../../tests/support/run.ts'

function sql(dataDir: string, ...args: string[]) {
  const script = path.join(import.meta.dirname, 'sql.main.ts')
  const { EVENTSTORE_URL, ...given } = process.env
  const env = { ...given, DATA_DIR: dataDir }
  const done = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  return { code: done.status, out: done.stdout, errors: done.stderr }
}

const holdingOthersUp = [
  "select pg_try_advisory_lock(hashtextextended('projector:users@1', 0))",
  'select pg_advisory_xact_lock_shared(1)',
  'select pg_current_xact_id()',
  'select lo_create(0)',
  'create temporary table t (i int)',
  'create table read.t (i int)',
]

test('with a running product a select answers, a delete is refused, and psql gets an address', async () => {
  const dataDir = temporaryFolder()
  const refuses = (asked: string, why: RegExp) =>
    expect(sql(dataDir, asked)).toEqual({ code: 1, out: '', errors: expect.stringMatching(why) })
  refuses('select 1', /nothing to ask yet/)
  const product = run({ env: { DATA_DIR: dataDir } })
  await product.ready
  const counts = sql(dataDir, 'select type, count(*) from log.events group by 1', '--format', 'csv')
  expect(counts).toMatchObject({ code: 0, out: expect.stringMatching(/^type,count\r\n(\w+,\d+\r\n)+$/) })
  expect(sql(dataDir, 'select count(*) from read.users').out).toMatch(/^count\n-+\n\s*\d+\n$/)
  for (const refused of ['delete from log.events', 'select * from vault.person_keys'])
    refuses(refused, /^PostgreSQL: /)

  const { out: url } = sql(dataDir, '--url')
  const client = new pg.Client({ connectionString: url.trim() })
  await client.connect()
  client.on('error', () => {})
  expect((await client.query('select count(*)::int from log.events')).rows[0].count).toBeGreaterThan(0)
  await client.query('set default_transaction_read_only = off')
  for (const holding of holdingOthersUp)
    await expect(client.query(holding), holding).rejects.toThrow('denied')
  // Its own settings are a role's to change. The transaction would hold up every reader of the log.
  const ended = once(client, 'error')
  await client.query('begin; set transaction_timeout = 0; alter role current_user set statement_timeout = 0')
  // Not by the role’s own time limit, which it could have set to 0 too.
  expect(String((await ended)[0])).toMatch(/administrator command/)
  const more = Array.from({ length: 6 }, () => new pg.Client({ connectionString: url.trim() }))
  const connected = await Promise.allSettled(more.map(one => one.connect()))
  expect(connected.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  for (const one of more) await one.end()
  const asProduct = 'select rolsuper from pg_roles where rolname = current_user'
  const { rows } = await withDatabase(dataDir, connected => connected.query(asProduct))
  expect(rows).toEqual([{ rolsuper: false }])
  await stop(product)
  refuses('--url', /npm start first/)
})
