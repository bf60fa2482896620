import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from './database.ts'

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

test('a test database is empty, its own, and gone once dropped', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  onTestFinished(other.drop)
  const inOne = await connected(one.connectionString)
  await inOne.query('create table mine (id int)')
  const inOther = await connected(other.connectionString)
  const tables = await inOther.query(`select from information_schema.tables where table_schema = 'public'`)
  expect(tables.rowCount).toBe(0)

  await one.drop()

  await expect(connected(one.connectionString)).rejects.toThrow(/does not exist/)
})

test('the test server is as durable as production, speaks UTF-8, and orders text by code point', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const client = await connected(database.connectionString)
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect((await client.query(`show ${name}`)).rows[0]).toEqual({ [name]: 'on' })
  }
  expect((await client.query('show server_version_num')).rows[0].server_version_num).toMatch(/^18/)
  expect((await client.query('show server_encoding')).rows[0].server_encoding).toBe('UTF8')
  expect((await client.query(`select 'Z' < 'a' as by_code_point`)).rows[0].by_code_point).toBe(true)
})
