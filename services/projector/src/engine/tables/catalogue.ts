import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '../projection.ts'
import { type Column, isSupported } from './column.ts'

/** A table as the database knows it. */
export type TableShape = { schema: string; name: string; columns: readonly Column[]; key: readonly Column[] }

const described = z.object({
  table: z.string(),
  column: z.string(),
  type: z.string(),
  /** The place in the primary key, from 1. */
  keyOrdinal: z.int().nullable(),
})
type Described = z.infer<typeof described>

/** By name, without generated columns. @throws {Error} if the `.sql` and the projection do not fit */
export async function readCatalogue(
  db: CommonQueryMethods,
  projection: Projection,
  schema: string,
): Promise<ReadonlyMap<string, TableShape>> {
  const rows = await db.any(sql.type(described)`
    select c.relname as "table", a.attname as "column", t.typname as "type",
      array_position(i.indkey::int2[], a.attnum) + 1 as "keyOrdinal"
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = to_regnamespace(${schema}) and c.relkind = 'r' and a.attgenerated = ''
    order by c.relname, a.attnum`)
  const byTable = Map.groupBy(rows, row => row.table)
  const undeclared = [...byTable.keys()].filter(name => !projection.tables.some(table => table.name === name))
  if (undeclared.length > 0)
    throw misfit(projection, `creates ${undeclared.join(', ')}, which it does not list`)
  return new Map(
    projection.tables.map(table => {
      const shape = shaped(schema, table.name, byTable.get(table.name) ?? [])
      const unknown = shape.columns.find(({ type }) => !isSupported(type))
      if (unknown) throw misfit(projection, `${table.name}.${unknown.name}: ${unknown.type} has no codec`)
      const key = shape.key.map(({ name }) => name).join(', ')
      if (key === '' || key !== table.key.join(', '))
        throw misfit(projection, `${table.name} has the key (${key})`)
      return [table.name, shape]
    }),
  )
}

function shaped(schema: string, name: string, rows: readonly Described[]): TableShape {
  const column = (row: Described): Column => ({ name: row.column, type: row.type })
  const key = rows
    .filter(row => row.keyOrdinal !== null)
    .toSorted((a, b) => (a.keyOrdinal ?? 0) - (b.keyOrdinal ?? 0))
  return { schema, name, columns: rows.map(column), key: key.map(column) }
}

function misfit({ name, sql: file }: Projection, reason: string): Error {
  return new Error(`projection ${name} and ${file.pathname.split('/').at(-1)} do not fit: ${reason}`)
}
