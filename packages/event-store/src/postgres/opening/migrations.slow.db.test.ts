import { databaseInTest } from '@tba/testing/database.ts'
import type pg from 'pg'
import { openPostgresStore } from '../store.ts'
import { connect } from '../testing/harness.ts'
import { migrate, migrations, schemaVersion } from './migrations.ts'

const next = [...migrations, 'alter table log.events add column note text']

async function database(): Promise<{ connectionString: string; admin: pg.Client }> {
  const connectionString = await databaseInTest()
  return { connectionString, admin: await another(connectionString) }
}

async function another(connectionString: string): Promise<pg.Client> {
  const client = await connect(connectionString)
  onTestFinished(() => client.end())
  return client
}

const version = async (admin: pg.Client) =>
  (await admin.query('select schema_version from log.meta')).rows[0].schema_version

test('refuses a log of a newer release in a sentence, and does not change it', async () => {
  const { connectionString, admin } = await database()
  await migrate(admin, next)
  const opening = openPostgresStore({ connectionString })
  await expect(opening).rejects.toThrow(
    `version ${schemaVersion + 1}, and this build knows ${schemaVersion}:`,
  )
  expect(await version(admin)).toBe(schemaVersion + 1)
})

test('new processes that start together take turns, and run each step once', async () => {
  const { connectionString, admin } = await database()
  await migrate(admin)
  await admin.query('create table done (step int)')
  const steps = [...migrations, 'insert into done values (1)', 'insert into done values (2)']
  const processes = await Promise.all(Array.from({ length: 5 }, () => another(connectionString)))
  expect(await Promise.all(processes.map(client => migrate(client, steps)))).toEqual(
    Array(5).fill(schemaVersion + 2),
  )
  expect((await admin.query('select step from done order by step')).rows).toEqual([{ step: 1 }, { step: 2 }])
})

test('a failed step leaves the earlier version complete, and the next start continues there', async () => {
  const { admin } = await database()
  await migrate(admin)
  const half = 'alter table log.events add column note text; select 1 / 0'
  await expect(migrate(admin, [...migrations, half])).rejects.toThrow('division by zero')
  expect(await version(admin)).toBe(schemaVersion)
  expect(await migrate(admin, next)).toBe(schemaVersion + 1)
  expect((await admin.query('select note from log.events')).rows).toEqual([])
})
