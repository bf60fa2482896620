import { Readable } from 'node:stream'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { isoUtc } from '../column.ts'
import { pageSize, pages } from '../pages.ts'
import { type Cell, csvHeader, csvLines } from './csv.ts'
import type { ExportedTable } from './exported-tables.ts'

const cell = z.union([z.string(), z.number(), z.null()])
const row = z.object({ position: z.string() }).catchall(cell)

/**
 * The rows up to a position as CSV, oldest first. Pulled by its reader: a page is fetched when the last one has gone.
 * @param end the checkpoint of the projection: up to there it holds all that ever will be, but for what is erased
 */
export function exportRows(pool: DatabasePool, { table, columns }: ExportedTable, end: string): Readable {
  const from = sql.identifier(['read', table])
  const selected = sql.join(columns.map(selectedAs), sql.fragment`, `)
  const pageAfter = (after: string) => sql.type(row)`
    select ${selected}, position from ${from}
    where position > ${after} and position <= ${end}
    order by position limit ${pageSize}`

  async function* text(): AsyncGenerator<string> {
    yield csvHeader(columns)
    for await (const rows of pages(pool, pageAfter))
      yield csvLines(rows.map(found => columns.map(column => found[column] as Cell)))
  }
  // As bytes, so that what waits to be sent is measured in bytes too, not in pages.
  return Readable.from(text(), { objectMode: false })
}

function selectedAs(column: string) {
  if (column === 'createdAt') return isoUtc(column)
  const name = sql.identifier([column])
  return column === 'additionalData' ? sql.fragment`${name}::text as ${name}` : name
}
