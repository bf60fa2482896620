import { readdir, readFile } from 'node:fs/promises'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/**
 * Brings the tables of a schema up to date: runs the files `<number>-<what>.sql` of a folder that have not run yet, in order and
 * in one transaction, and records their numbers. Instances that start together take turns. The first files find the tables of
 * databases that are older than the record, and leave them.
 */
export async function migrate(pool: DatabasePool, schema: string, folder: URL): Promise<void> {
  const names = (await readdir(folder)).map(name => ({ name, number: Number.parseInt(name, 10) }))
  const files = names.toSorted((one, other) => one.number - other.number)
  await pool.transaction(async transaction => {
    await transaction.any(
      sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${`migrate ${schema}`}, 0))::text`,
    )
    await run(
      transaction,
      `create schema if not exists ${schema};
       create table if not exists ${schema}.migrations (number int primary key, at timestamptz not null default now())`,
    )
    const record = sql.identifier([schema, 'migrations'])
    const done = await transaction.anyFirst(
      sql.type(z.object({ number: z.int() }))`select number from ${record}`,
    )
    for (const { name, number } of files.filter(file => !done.includes(file.number))) {
      await run(transaction, await readFile(new URL(name, folder), 'utf8'))
      await transaction.query(sql.unsafe`insert into ${record} (number) values (${number})`)
    }
  })
}

/** Slonik uses the extended protocol, which takes one statement at a time. */
async function run(transaction: CommonQueryMethods, statements: string): Promise<void> {
  if (/\$(migration|statements)\$/.test(statements)) throw new Error('a migration may not use these quotes')
  const one = `do $migration$ begin execute $statements$${statements}$statements$; end $migration$`
  await transaction.query({ ...sql.unsafe`select 1`, sql: one })
}
