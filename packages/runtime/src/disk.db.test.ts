import { statSync } from 'node:fs'
import path from 'node:path'
import { databaseInTest } from '@tba/testing/database.ts'
import { databaseFolder } from './disk.ts'

test('finds the data folder of a database on this machine', async () => {
  const connectionString = await databaseInTest()
  const folder = await databaseFolder(connectionString)
  expect(statSync(path.join(String(folder), 'PG_VERSION')).isFile()).toBe(true)
})
