import { globSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { testDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

const { pool } = await testDatabase()
const folders = quickFolder('migrate-')

async function folderWith(...files: string[]) {
  const folder = await mkdtemp(path.join(folders, 'schema-'))
  const add = async (statements: string) => {
    files.push(statements)
    await writeFile(path.join(folder, `${files.length}-change.sql`), statements)
  }
  for (const statements of files.splice(0)) await add(statements)
  return { url: pathToFileURL(`${folder}/`), add }
}
const rows = (statement: string) =>
  pool.any({ ...sql.type(z.record(z.string(), z.unknown()))`select`, sql: statement })

test('a release changes the tables of the one before, each time once and in order', async () => {
  const first = `create table if not exists shop.things (id int primary key, name text default 'O''Brien; $1'); -- it's one
    create or replace function shop.one() returns int language sql as $$ select 1; $$;
    insert into shop.things (id) values (shop.one()) on conflict do nothing`
  const shop = await folderWith(first)
  // A database from before the record.
  await pool.query({ ...sql.unsafe`select`, sql: 'create schema shop' })
  await pool.query({ ...sql.unsafe`select`, sql: 'create table shop.things (id int primary key, name text)' })
  await migrate(pool, 'shop', shop.url)
  for (let number = 2; number <= 11; number++)
    await shop.add(`update shop.things set name = concat(name, ' ', ${number})`)
  // Those that start together take turns.
  await Promise.all(Array.from({ length: 8 }, () => migrate(pool, 'shop', shop.url)))
  expect(await rows('select * from shop.things')).toEqual([{ id: 1, name: ' 2 3 4 5 6 7 8 9 10 11' }])
  expect(await rows('select count(*)::int from shop.migrations')).toEqual([{ count: 11 }])
})

test('a file that fails changes nothing, and neither do those before it', async () => {
  const broken = await folderWith('create table broken.half (id int)', 'select nonsense;')
  await expect(migrate(pool, 'broken', broken.url)).rejects.toThrow(/nonsense/)
  expect(await rows(`select to_regnamespace('broken') is null as none`)).toEqual([{ none: true }])
})

test('the files of every schema have the numbers from one on', () => {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const found = globSync('{packages,services}/*/src/**/schema/*.sql', { cwd: root })
  const numbers = Map.groupBy(found, file => path.dirname(file))
  expect(numbers.size).toBe(5)
  for (const [folder, files] of numbers)
    expect(
      files.map(file => Number.parseInt(path.basename(file), 10)).sort((one, other) => one - other),
      folder,
    ).toEqual(files.map((_, at) => at + 1))
})
