import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { sql } from 'slonik'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

const { pool } = await testDatabase()
const folder = quickFolder('migrate-')

async function sqlFile(name: string, statements: string): Promise<URL> {
  const path = join(folder, name)
  await writeFile(path, statements)
  return pathToFileURL(path)
}

const count = z.object({ count: z.bigint() })

test('runs a file of many statements, with functions and quotes', async () => {
  const file = await sqlFile(
    'many.sql',
    `create schema if not exists shop; -- it's one; really
     create table if not exists shop.things (id int primary key, name text default 'O''Brien; $1');
     create or replace function shop.one() returns int language sql as $$ select 1; $$;
     insert into shop.things (id) values (shop.one()) on conflict do nothing`,
  )
  await migrate(pool, 'many', file)
  await migrate(pool, 'many', file)
  expect(await pool.oneFirst(sql.type(count)`select count(*) from shop.things`)).toBe(1n)
})

test('a file that fails changes nothing', async () => {
  const file = await sqlFile('broken.sql', 'create table half (id int); select nonsense;')
  await expect(migrate(pool, 'broken', file)).rejects.toThrow(/nonsense/)
  const { found } = await pool.one(
    sql.type(z.object({ found: z.boolean() }))`select to_regclass('half') is not null as found`,
  )
  expect(found).toBe(false)
})

test('instances that start together take turns', async () => {
  // "create … if not exists" fails with a unique violation in the catalogue if two run it at once.
  const file = await sqlFile(
    'together.sql',
    'create schema if not exists together; create table if not exists together.t ()',
  )
  await expect(
    Promise.all(Array.from({ length: 8 }, () => migrate(pool, 'together', file))),
  ).resolves.toHaveLength(8)
})
