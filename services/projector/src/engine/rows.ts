import type { Json } from '@tba/event-store/port.ts'
import { escapeIdentifier as quoted } from 'pg'
import type { TableShape } from './catalogue.ts'
import type { Key, Row, Scalar } from './change.ts'
import { type Column, decoded, encoded, selected } from './column.ts'
import type { Connection, Statement } from './connection.ts'
import { nameOf, type Writes } from './fold.ts'

/** The SQL of read tables: each statement does its work for all rows of a batch. */

/** The rows that there are, by `nameOf` their keys. */
export async function loadRows(
  { query }: Connection,
  table: TableShape,
  keys: readonly Key[],
): Promise<ReadonlyMap<Scalar, Row>> {
  if (keys.length === 0) return new Map()
  const values = keyValues(table, keys)
  const found = await query<Record<string, string | null>>({ ...statementsOf(table).load, values })
  const rows = found.map(row => decoded(table.columns, row))
  return new Map(rows.map(row => [nameOf(table.key.map(({ name }) => row[name] as Scalar)), row]))
}

/** To be done in this order, in one transaction. */
export function writing(table: TableShape, { erasures, clearings, removals, upserts }: Writes): Statement[] {
  const statements = [...Map.groupBy(erasures, erasure => erasure.column)].map(([column, its]) =>
    erasing(table, column, its),
  )
  for (const [column, its] of Map.groupBy(clearings, clearing => clearing.column))
    statements.push(clearing(table, column, its))
  if (removals.length > 0)
    statements.push({ ...statementsOf(table).remove, values: keyValues(table, removals) })
  if (upserts.length > 0)
    statements.push({ ...statementsOf(table).upsert, values: rowValues(table, upserts) })
  return statements
}

type Prepared = Record<'load' | 'remove' | 'upsert', Statement>

const known = new WeakMap<TableShape, Prepared>()
let tableCount = 0

/** The statements of a table, made once, so that their prepared plans are reused. */
export function statementsOf(table: TableShape): Prepared {
  const statements = known.get(table) ?? prepared(table, ++tableCount)
  known.set(table, statements)
  return statements
}

function prepared(table: TableShape, number: number): Prepared {
  const { columns, key } = table
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const keys = key.map(({ name }) => quoted(name)).join(', ')
  const held = `${placeOf(table)} as held`
  const wanted = `unnest(${parameters(key)}) as wanted (${keys})`
  const same = key.map(({ name }) => `held.${quoted(name)} = wanted.${quoted(name)}`).join(' and ')
  const set = columns
    .filter(column => !key.some(({ name }) => name === column.name))
    .map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`)
  return {
    // Not a join: a plan made while the table was small would scan all of it, and stay.
    load: {
      name: `load ${number}`,
      text: `select held.* from ${wanted} cross join lateral
        (select ${columns.map(column => selected(column, 'held')).join(', ')} from ${held} where ${same} limit 1) as held`,
    },
    // Rare, and planned each time.
    remove: { text: `delete from ${held} using ${wanted} where ${same}` },
    upsert: {
      name: `upsert ${number}`,
      text: `insert into ${placeOf(table)} (${names}) select * from unnest(${parameters(columns)})
        on conflict (${keys}) do ${set.length > 0 ? `update set ${set.join(', ')}` : 'nothing'}`,
    },
  }
}

function erasing(table: TableShape, column: string, erasures: Writes['erasures']): Statement {
  const searched = table.columns.find(({ name }) => name === column)
  const [id] = table.key
  if (!searched || !id || table.key.length > 1) throw new Error(`${table.name} cannot be erased by ${column}`)
  return {
    text: `delete from ${placeOf(table)} as held using unnest(${parameters([searched, id])}) as erased (value, kept)
      where held.${quoted(column)} = erased.value and held.${quoted(id.name)} is distinct from erased.kept`,
    values: [
      encoded(
        searched,
        erasures.map(({ value }) => value),
      ),
      encoded(
        id,
        erasures.map(({ except }) => except),
      ),
    ],
  }
}

function clearing(table: TableShape, column: string, clearings: Writes['clearings']): Statement {
  const searched = table.columns.find(({ name }) => name === column)
  if (!searched) throw new Error(`${table.name} has no ${column} to clear`)
  return {
    text: `update ${placeOf(table)} set ${quoted(column)} = null where ${quoted(column)} = any($1::${searched.type}[])`,
    values: [
      encoded(
        searched,
        clearings.map(({ value }) => value),
      ),
    ],
  }
}

function rowValues(table: TableShape, rows: readonly Row[]): unknown[] {
  for (const row of rows) checkColumns(table, row)
  return table.columns.map(column =>
    encoded(
      column,
      rows.map(row => row[column.name] as Json),
    ),
  )
}

/** Without this a misspelt column would silently become null. */
function checkColumns({ name, columns }: TableShape, row: Row): void {
  const missing = columns.find(column => row[column.name] === undefined)
  if (missing) throw new Error(`a row of ${name} lacks ${missing.name}`)
  if (Object.keys(row).length > columns.length)
    throw new Error(`a row of ${name} has columns that it does not`)
}

export function keyValues({ key }: TableShape, keys: readonly Key[]): unknown[] {
  return key.map((column, at) =>
    encoded(
      column,
      keys.map(values => values[at] as Scalar),
    ),
  )
}

/** One array a column. */
export function parameters(columns: readonly Column[]): string {
  return columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')
}

export function placeOf({ schema, name }: TableShape): string {
  return `${quoted(schema)}.${quoted(name)}`
}
