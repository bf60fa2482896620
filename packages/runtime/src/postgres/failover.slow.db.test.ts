import { createClientPool } from '@tba/postgres/client.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { startStandby } from '@tba/testing/standby.ts'
import { withClient } from '@tba/testing/with-client.ts'
import { sql } from 'slonik'
import { createPool } from './pool.ts'

test('pools with both hosts in their address write to the standby once it is promoted', async () => {
  const folder = quickFolder('tba-primary-')
  const cluster = await startCluster({ folder })
  onTestFinished(() => cluster.destroy())
  const standby = await startStandby({
    primary: cluster.connectionString,
    of: folder,
    folder: quickFolder('tba-standby-'),
  })
  onTestFinished(() => standby.destroy())
  const [first, second] = [new URL(cluster.connectionString), new URL(standby.connectionString)]
  const login = `${first.username}:${first.password}`
  // The standby first: an address says nothing about who leads.
  const url = `postgres://${login}@${second.host},${first.host}/postgres?target_session_attrs=read-write`
  const slonik = await createPool(url)
  onTestFinished(() => slonik.end())
  const plain = createClientPool(url, { applicationName: 'failover', answerMs: 10_000, max: 2 })
  onTestFinished(() => plain.end())
  const write = async (note: string) => {
    await slonik.query(sql.unsafe`insert into notes values (${`slonik ${note}`})`)
    await plain.query('insert into notes values ($1)', [`plain ${note}`])
  }
  await plain.query('create table notes (note text)')
  await write('before')

  await cluster.stop()
  await expect(write('without a server')).rejects.toThrow()
  await withClient(standby.connectionString, async client => {
    await client.query('select pg_promote(true, 60)')
  })
  // A pool may still hold a broken connection.
  await expect.poll(() => write('after').then(() => null, String), { timeout: 120_000 }).toBeNull()
  const { rows } = await plain.query('select distinct note from notes order by note')
  expect(rows.map(({ note }) => note)).toEqual([
    'plain after',
    'plain before',
    'slonik after',
    'slonik before',
  ])
}, 300_000)
