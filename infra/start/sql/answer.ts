import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { createClient } from '@tba/postgres/client.ts'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import type { SqlQuery } from './arguments.ts'
import { type Cells, formats, type Page } from './formats.ts'

type Question = Exclude<SqlQuery, 'url'> & { onRead(rows: number): void }

/** A large result does not fit in memory. */
const pageRows = 1_000

/** The result of PostgreSQL as text. @throws {pg.DatabaseError} @throws {StartRefusal} */
export async function* answer(
  address: string,
  { statement, format, onRead }: Question,
): AsyncGenerator<string> {
  const client = createClient(address, { applicationName: 'sql', answerMs: null })
  await client.connect()
  try {
    yield* formats[format](pagesOf(client, { statement, onRead }))
  } finally {
    await client.end()
  }
}

/** At least one page, which may be empty. This protocol accepts a single statement only. */
async function* pagesOf(
  client: pg.Client,
  { statement, onRead }: Pick<Question, 'statement' | 'onRead'>,
): AsyncGenerator<Page> {
  const types = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig
  const cursor = new Cursor<Cells>(statement, [], { rowMode: 'array', types })
  let refuse: (reason: StartRefusal) => void = () => {}
  // pg-cursor has no method for these rows, and pg calls it.
  Object.assign(cursor, { handleCopyData: () => refuse(copyRefused) })
  client.query(cursor)
  for (;;) {
    const page = await new Promise<Page>((resolve, reject) => {
      refuse = reject
      cursor.read(pageRows, (error, rows, { command, fields } = {} as never) => {
        if (error) reject(error)
        else if (command === 'COPY') reject(copyRefused)
        else resolve({ rows, columns: fields })
      })
    })
    onRead(page.rows.length)
    yield page
    if (page.rows.length < pageRows) return
  }
}

const copyRefused = new StartRefusal(
  'copy is refused here: give its select alone, for example with --format csv.',
)
