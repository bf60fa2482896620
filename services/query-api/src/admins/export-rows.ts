import { Readable } from 'node:stream'
import { escapeIdentifier as quoted } from 'pg'
import { pageSize, paginate } from '../reads/paginate.ts'
import type { RowReader } from '../reads/row-reader.ts'
import { type Cell, csvHeader, csvLines, type Separator } from './csv.ts'
import type { ExportedTable } from './exported-tables.ts'

/** The last cell is the position, which paging needs; it is not exported. */
type Row = Cell[]

/**
 * The rows up to a position as CSV, oldest first. A page is fetched when its reader has taken the last one.
 * @param end the checkpoint of the projection: the rows up to there are complete, and only erasures still change them
 */
export function exportRows(
  { read }: Pick<RowReader, 'read'>,
  { table, columns, separator }: ExportedTable & { separator?: Separator },
  end: string,
): Readable {
  const text = `select ${columns.map(selected).join(', ')}, position from read.${quoted(table)}
    where position > $1 and position <= $2
    order by position limit ${pageSize}`
  const pageAfter = (after: string) =>
    read<Row>({ name: `export ${table} ${columns.length}`, text, values: [after, end] })

  async function* csv(): AsyncGenerator<string> {
    yield csvHeader(columns, separator)
    for await (const rows of paginate(pageAfter, row => String(row.at(-1)))) {
      for (const row of rows) row.pop()
      yield csvLines(rows, separator)
    }
  }
  // As bytes, so that the stream's high-water mark counts bytes and not pages.
  return Readable.from(csv(), { objectMode: false })
}

function selected(column: string): string {
  if (column === 'createdAt')
    return `to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return column === 'additionalData' ? `"additionalData"::text` : quoted(column)
}
