import type { Json } from '@tba/events/store/port.ts'
import type { CommonQueryMethods, FragmentSqlToken, ListSqlToken, SqlToken } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'
import type { TableShape } from './catalogue.ts'
import type { Key, Row, Scalar } from './change.ts'
import { type Column, decoded, encoded, selected } from './column.ts'
import { nameOf, type Writes } from './fold.ts'

/** The SQL of read tables: each statement does its work for all rows of a batch. */

const texts = z.record(z.string(), z.string().nullable())
const nothing = z.object({})

/** The rows that there are, by `nameOf` their keys. */
export async function loadRows(
  db: CommonQueryMethods,
  table: TableShape,
  keys: readonly Key[],
): Promise<ReadonlyMap<Scalar, Row>> {
  if (keys.length === 0) return new Map()
  const found = await db.any(sql.type(texts)`
    select ${listed(table.columns.map(selected))} from ${quoted(table)} as held, ${wanted(table, keys)}`)
  const rows = found.map(row => decoded(table.columns, row))
  return new Map(rows.map(row => [nameOf(table.key.map(({ name }) => row[name] as Scalar)), row]))
}

export async function writeRows(db: CommonQueryMethods, table: TableShape, writes: Writes): Promise<void> {
  for (const [column, erasures] of Map.groupBy(writes.erasures, erasure => erasure.column)) {
    await erase(db, table, { column, erasures })
  }
  if (writes.removals.length > 0) {
    await db.query(sql.type(nothing)`
      delete from ${quoted(table)} as held using ${wanted(table, writes.removals)}`)
  }
  if (writes.upserts.length > 0) await upsert(db, table, writes.upserts)
}

type Erasing = { column: string; erasures: Writes['erasures'] }

async function erase(
  db: CommonQueryMethods,
  table: TableShape,
  { column, erasures }: Erasing,
): Promise<void> {
  const { columns, key } = table
  const searched = columns.find(({ name }) => name === column)
  const [id] = key
  if (!searched || !id || key.length > 1) throw new Error(`${table.name} cannot be erased by ${column}`)
  const values = encoded(
    searched,
    erasures.map(({ value }) => value),
  )
  const excepted = encoded(
    id,
    erasures.map(({ except }) => except),
  )
  await db.query(sql.type(nothing)`
    delete from ${quoted(table)} as held using unnest(${values}, ${excepted}) as erased (value, kept)
    where held.${sql.identifier([column])} = erased.value
      and held.${sql.identifier([id.name])} is distinct from erased.kept`)
}

async function upsert(db: CommonQueryMethods, table: TableShape, rows: readonly Row[]): Promise<void> {
  for (const row of rows) checkColumns(table, row)
  const arrays = table.columns.map(column =>
    encoded(
      column,
      rows.map(row => row[column.name] as Json),
    ),
  )
  const others = table.columns.filter(column => !table.key.some(({ name }) => name === column.name))
  const set = others.map(
    ({ name }) => sql.fragment`${sql.identifier([name])} = excluded.${sql.identifier([name])}`,
  )
  const statement = sql.type(nothing)`
    insert into ${quoted(table)} (${names(table.columns)}) select * from unnest(${listed(arrays)})
    on conflict (${names(table.key)})
    do ${set.length > 0 ? sql.fragment`update set ${listed(set)}` : sql.fragment`nothing`}`
  await db.query({ ...statement, name: upsertOf(table) })
}

const upserts = new WeakMap<TableShape, string>()
let tableCount = 0

/** Prepared once a connection: there is one plan for it. Look-ups are planned each time, as their tables grow. */
function upsertOf(table: TableShape): string {
  const name = upserts.get(table) ?? `upsert ${++tableCount}`
  upserts.set(table, name)
  return name
}

/** A misspelt column would else be a silent null. */
function checkColumns({ name, columns }: TableShape, row: Row): void {
  const missing = columns.find(column => row[column.name] === undefined)
  if (missing) throw new Error(`a row of ${name} lacks ${missing.name}`)
  if (Object.keys(row).length > columns.length)
    throw new Error(`a row of ${name} has columns that it does not`)
}

/** `unnest(…) as wanted (…) where …`: joins the rows of these keys to the table, named `held`. */
function wanted({ key }: TableShape, keys: readonly Key[]): FragmentSqlToken {
  const arrays = key.map((column, at) =>
    encoded(
      column,
      keys.map(values => values[at] as Scalar),
    ),
  )
  const aliases = key.map((_, at) => sql.identifier([`key ${at}`]))
  const same = key.map(
    ({ name }, at) => sql.fragment`held.${sql.identifier([name])} = ${sql.identifier([`key ${at}`])}`,
  )
  return sql.fragment`
    unnest(${listed(arrays)}) as wanted (${listed(aliases)}) where ${sql.join(same, sql.fragment` and `)}`
}

function quoted({ schema, name }: TableShape) {
  return sql.identifier([schema, name])
}

function names(columns: readonly Column[]): ListSqlToken {
  return listed(columns.map(({ name }) => sql.identifier([name])))
}

function listed(members: readonly SqlToken[]): ListSqlToken {
  return sql.join(members, sql.fragment`, `)
}
