import { createClient } from '@tba/postgres/client.ts'
import { type Cell, csvLines } from '@tba/query-api/admins/csv.ts'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import type { SqlQuery } from './arguments.ts'
import { asJson, asTable, type Cells, type Column, isNumber } from './formats.ts'

type Question = Exclude<SqlQuery, 'url'> & { onRead(rows: number): void }

const pageRows = 1_000

/** The result of PostgreSQL as text. @throws {pg.DatabaseError} */
export async function* answer(
  address: string,
  { statement, format, onRead }: Question,
): AsyncGenerator<string> {
  const client = createClient(address, { applicationName: 'sql' })
  await client.connect()
  try {
    const allRows: Cells[] = []
    let columns: readonly Column[] | null = null
    for await (const { fields, rows } of pagesOf(client, statement)) {
      if (format !== 'csv') allRows.push(...rows)
      else {
        // Page by page: a whole log does not fit in memory.
        const head = columns ? '' : csvLines([fields.map(({ name }) => name)])
        yield head + csvLines(rows.map(cells => cells.map(csvCell(fields))))
      }
      columns = fields
      onRead(rows.length)
    }
    if (format !== 'csv') yield (format === 'json' ? asJson : asTable)(columns ?? [], allRows)
  } finally {
    await client.end()
  }
}

type Page = { fields: readonly Column[]; rows: readonly Cells[] }

/** At least one page, which may be empty. This protocol accepts a single statement only. */
async function* pagesOf(client: pg.Client, statement: string): AsyncGenerator<Page> {
  const types = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig
  const cursor = client.query(new Cursor<Cells>(statement, [], { rowMode: 'array', types }))
  for (;;) {
    const page = await new Promise<Page>((resolve, reject) =>
      cursor.read(pageRows, (error, rows, { fields } = { fields: [] } as never) =>
        error ? reject(error) : resolve({ rows, fields }),
      ),
    )
    yield page
    if (page.rows.length < pageRows) return
  }
}

/** A long integer is a number too: its minus starts no formula. */
const csvCell =
  (fields: readonly Column[]) =>
  (cell: string | null, at: number): Cell =>
    cell !== null && isNumber(fields[at]) && /^-?\d+$/.test(cell) ? BigInt(cell) : cell
