import { type Cell, csvLines } from '@tba/query-api/admins/csv.ts'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Output } from '../replay/output.ts'
import type { SqlQuery } from './arguments.ts'
import { asJson, asTable, type Cells, type Column, isNumber } from './formats.ts'

type Asking = { question: Exclude<SqlQuery, 'url'>; output: Output; signal: AbortSignal }

const pageRows = 1_000

/** Writes the result of PostgreSQL. @returns the number of rows. @throws {pg.DatabaseError} */
export async function answer(
  address: string,
  { question: { statement, format }, output, signal }: Asking,
): Promise<number> {
  const client = new pg.Client({ connectionString: address, application_name: 'sql' })
  client.on('error', () => undefined)
  await client.connect()
  // The server ends an abandoned statement.
  signal.addEventListener('abort', () => void client.end())
  try {
    const kept: Cells[] = []
    let columns: readonly Column[] = []
    let count = 0
    for await (const { fields, rows } of pagesOf(client, statement)) {
      if (output.closed.aborted) break
      if (format !== 'csv') kept.push(...rows)
      else {
        // Page by page: a whole log does not fit in memory.
        const head = count === 0 ? csvLines([fields.map(({ name }) => name)]) : ''
        await output.write(head + csvLines(rows.map(cells => cells.map(csvCell(fields)))))
      }
      columns = fields
      count += rows.length
    }
    if (format !== 'csv') await output.write((format === 'json' ? asJson : asTable)(columns, kept))
    return count
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
