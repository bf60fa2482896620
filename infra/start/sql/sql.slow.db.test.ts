import { randomBytes, randomUUID } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { requestRebuild } from '@tba/projector/engine/versions/rebuilds.ts'
import { tally } from '@tba/projector/testing/tally/tally.projection.ts'
import { caughtUp, type World, world } from '@tba/projector/testing/world.ts'
import { answer } from './answer.ts'
import type { SqlQuery } from './arguments.ts'
import { readerAddress } from './reader.ts'

let [it, address] = [null as unknown as World, '']
const secret = randomBytes(32)
const chosen = { type: 'ConsentChosen', data: { choice: 'none' } } as const

beforeEach(async () => {
  it = await world()
  const projector = await it.start({ projections: [tally] })
  await it.append(streams.visit('v'), chosen, chosen)
  await caughtUp(projector)
  address = await readerAddress(it.connectionString, secret)
})

type Format = Exclude<SqlQuery, 'url'>['format']

async function resultOf(statement: string, format: Format = 'csv'): Promise<string> {
  return (await Array.fromAsync(answer(address, { statement, format, onRead() {} }))).join('')
}

test('the log and the read tables can be queried, in each format', async () => {
  const counts = 'select type, count(*) from log.events group by 1 -- of all'
  expect(await resultOf(`${counts}\n;`)).toBe('type,count\r\nConsentChosen,2\r\n')
  expect(await resultOf(counts, 'table')).toBe(
    'type          | count\n--------------+------\nConsentChosen |     2\n',
  )
  expect(JSON.parse(await resultOf(counts, 'json'))).toEqual([{ type: 'ConsentChosen', count: 2 }])
  expect(await resultOf(`select '=1+1' as text, -5 as number, null as nothing`)).toBe(
    "text,number,nothing\r\n'=1+1,-5,\r\n",
  )
  expect(await resultOf('select count from read.tallies')).toBe('count\r\n2\r\n')
})

test.each([
  ['set default_transaction_read_only = off; delete from log.events', /multiple commands/],
  ['select * from vault.person_keys', /permission denied for schema vault/],
  ['select * from projector.checkpoints', /permission denied for schema projector/],
  [`select pg_read_file('/etc/passwd')`, /permission denied/],
  ['copy (select * from read.tallies) to stdout', /^copy is refused here/],
  ['copy (select 1 where false) to stdout', /^copy is refused here/],
])('refuses %s', (statement, why) => expect(resultOf(statement, 'table')).rejects.toThrow(why))

test('the role cannot write with any setting, and its statements have a time limit', async () => {
  const role = new URL(address).username
  const rights = "'insert, update, delete, truncate, references, trigger'"
  const writable = `select oid::regclass::text from pg_class where relkind in ('r', 'p', 'v')
    and relnamespace <> 'pg_catalog'::regnamespace and has_table_privilege('${role}', oid, ${rights})`
  expect(await it.rows(writable)).toEqual([])
  const temporary = `select has_database_privilege('${role}', current_database(), 'temporary')`
  expect(await it.rows(temporary)).toEqual([{ has_database_privilege: false }])
  for (const [setting, value] of [
    ['statement_timeout', '5min'],
    ['transaction_timeout', '5min'],
    ['default_transaction_read_only', 'on'],
  ])
    expect(await resultOf(`show ${setting}`)).toBe(`${setting}\r\n${value}\r\n`)
})

test('an address stays valid after a rebuild has replaced the tables', async () => {
  const tables = `select schema from projector.checkpoints where projection = 'tally'`
  const before = await it.rows(tables)
  const position = (await it.store.head()) as Position
  await requestRebuild(it.pool, 'tally', { id: randomUUID(), position, recordedAt: new Date().toISOString() })
  await expect.poll(() => it.rows(tables)).not.toEqual(before)
  expect(await resultOf('select count from read.tallies')).toBe('count\r\n2\r\n')
})

test('commands that start together get the same address', async () => {
  const again = await Promise.all([1, 2, 3].map(() => readerAddress(it.connectionString, secret)))
  expect(again).toEqual([address, address, address])
  expect(new URL(address).password).not.toContain(secret.toString('hex'))
})
