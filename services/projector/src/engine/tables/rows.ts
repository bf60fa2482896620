import { present } from '@tba/events/present.ts'
import { escapeIdentifier as quoted } from 'pg'
import { type Key, type Row, type Scalar, scalarIn } from '../change.ts'
import type { Connection, Statement } from '../database/connection.ts'
import type { TableShape } from './catalogue.ts'
import { type Column, decoded, encoded, selected } from './column.ts'
import { keyText, type Writes } from './fold.ts'

/** The SQL of read tables: each statement does its work for all rows of a batch. */

/** The existing rows, by `keyText` of their keys. */
export async function loadRows(
  { query }: Connection,
  table: TableShape,
  keys: readonly Key[],
): Promise<ReadonlyMap<Scalar, Row>> {
  if (keys.length === 0) return new Map()
  const values = keyValues(table, keys)
  const found = await query<Record<string, string | null>>({ ...statementsOf(table).load, values })
  const rows = found.map(row => decoded(table.columns, row))
  return new Map(rows.map(row => [keyText(table.key.map(({ name }) => scalarIn(row, name))), row]))
}

/** Run in this order, in one transaction, after `takeSteps`. */
export function writing(table: TableShape, { cleared, removals, upserts }: Writes): Statement[] {
  const statements = cleared.map(({ column, keys }) => removing(table, keys, column))
  if (removals.length > 0) statements.push(removing(table, removals))
  if (upserts.length > 0)
    statements.push({ ...statementsOf(table).upsert, values: rowValues(table, upserts) })
  return statements
}

type Prepared = Record<'load' | 'upsert', Statement>

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
  const { held, wanted, same } = byKey(table)
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
    upsert: {
      name: `upsert ${number}`,
      text: `insert into ${qualifiedName(table)} (${names}) select * from unnest(${parameters(columns)})
        on conflict (${keys}) do ${set.length > 0 ? `update set ${set.join(', ')}` : 'nothing'}`,
    },
  }
}

function byKey(table: TableShape) {
  const keys = table.key.map(({ name }) => quoted(name))
  return {
    held: `${qualifiedName(table)} as held`,
    wanted: `unnest(${parameters(table.key)}) as wanted (${keys.join(', ')})`,
    same: keys.map(name => `held.${name} = wanted.${name}`).join(' and '),
  }
}

/** Removes the rows with these keys, or sets a column to null in them. Rare, and planned each time. */
export function removing(table: TableShape, keys: readonly Key[], column?: string): Statement {
  const { held, wanted, same } = byKey(table)
  const text =
    column === undefined
      ? `delete from ${held} using ${wanted} where ${same}`
      : `update ${held} set ${quoted(column)} = null from ${wanted} where ${same}`
  return { text, values: keyValues(table, keys) }
}

function rowValues(table: TableShape, rows: readonly Row[]): unknown[] {
  for (const row of rows) checkColumns(table, row)
  return table.columns.map(column =>
    encoded(
      column,
      rows.map(row => row[column.name] ?? null),
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

function keyValues({ key }: TableShape, keys: readonly Key[]): unknown[] {
  return key.map((column, at) =>
    encoded(
      column,
      keys.map(values => present(values[at])),
    ),
  )
}

/** One array a column. */
export function parameters(columns: readonly Column[]): string {
  return columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')
}

export const qualifiedName = ({ schema, name }: TableShape): string => `${quoted(schema)}.${quoted(name)}`
