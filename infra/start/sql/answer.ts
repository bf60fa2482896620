import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Output } from '../replay/output.ts'
import type { Question } from './arguments.ts'
import { asJson, asTable } from './formats.ts'

type Asked = Omit<Asking, 'signal'>
type Asking = { question: Exclude<Question, 'url'>; output: Output; signal: AbortSignal }

/** What PostgreSQL answers goes out; @returns how many rows. @throws {pg.DatabaseError} */
export async function answer(address: string, { signal, ...asking }: Asking): Promise<number> {
  const client = new pg.Client({ connectionString: address, application_name: 'sql' })
  client.on('error', () => undefined)
  await client.connect()
  // The server ends what nobody waits for.
  signal.addEventListener('abort', () => void client.end())
  try {
    return await (asking.question.format === 'csv' ? copied : asked)(client, asking)
  } finally {
    await client.end()
  }
}

/** Row by row: a whole log is not kept in memory. */
async function copied(client: pg.Client, { question, output }: Asked): Promise<number> {
  // On lines of its own, since it may end with a comment.
  const statement = question.statement.trim().replace(/;$/, '')
  const rows = client.query(copyTo(`copy (\n${statement}\n) to stdout with (format csv, header)`))
  await pipeline(rows, async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      if (output.closed.aborted) return
      await output.write(piece)
    }
  })
  return rows.rowCount
}

async function asked(client: pg.Client, { question, output }: Asked): Promise<number> {
  const query = {
    text: question.statement,
    rowMode: 'array',
    // Which takes one statement.
    queryMode: 'extended',
    types: { getTypeParser: () => (text: string) => text },
  } as pg.QueryArrayConfig
  const { fields, rows } = await client.query<(string | null)[]>(query)
  await output.write((question.format === 'json' ? asJson : asTable)(fields, rows))
  return rows.length
}
