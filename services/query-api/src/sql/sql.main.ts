import { open } from 'node:fs/promises'
import { DuckDBInstance, type DuckDBResult } from '@duckdb/node-api'
import { sqlAnswer } from '@tba/events/queries/columns.ts'
import { z } from 'zod'
import { type Cell, csvHeader, csvLines } from '../admins/csv.ts'
import { refusalOf } from './gate.ts'
import { cellOf, type SqlCell } from './values.ts'
import { makeViews, type SqlFiles } from './views.ts'

/** A process of its own for one query after the other: it can be killed. It has no secret and no connection. */

/** `folder`: of the lake's files; `temporary`: for temporary files and exports. */
const sqlSettings = z.object({ memoryMb: z.number(), folder: z.string(), temporary: z.string() })
export type SqlSettings = z.infer<typeof sqlSettings>
export type SqlTask = {
  files: SqlFiles
  text: string
  values: Record<string, string>
  /** Writes all rows there; else the first ones are the answer. */
  to?: { file: string; format: 'csv' | 'parquet' }
}
export type SqlRows = { columns: { name: string; type: string }[]; rows: SqlCell[][]; more: boolean }
/** `refused`: a sentence for who asked. */
export type SqlResult = SqlRows | { refused: string }

const maxAnswerChars = 10_000_000
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const settings = sqlSettings.parse(JSON.parse(process.argv[2] ?? ''))
const instance = await DuckDBInstance.create(':memory:', {
  threads: '2',
  memory_limit: `${settings.memoryMb}MB`,
  temp_directory: settings.temporary,
  max_temp_directory_size: '2GB',
  extension_directory: settings.temporary,
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_persistent_secrets: 'false',
})
const ours = await instance.connect()
// Else the hour of a time would be that of the machine's zone.
await ours.run("set global TimeZone = 'UTC'")
await ours.run(`set allowed_directories = [${quoted(settings.folder)}, ${quoted(settings.temporary)}]`)
await ours.run('set enable_external_access = false')
await ours.run('set lock_configuration = true')

let shown = ''

async function answer({ files, text, values, to }: SqlTask): Promise<SqlResult> {
  if (shown !== JSON.stringify(files)) await makeViews(ours, files)
  shown = JSON.stringify(files)
  const parsed = await ours.runAndReadAll('select json_serialize_sql($1::varchar)', [text])
  const tree = String(parsed.getRows()[0]?.[0])
  const refused = refusalOf(JSON.parse(tree))
  if (refused) return { refused }
  const connection = await instance.connect()
  try {
    if (to?.format === 'parquet') {
      // Without a comment or semicolon at its end.
      const plain = await ours.runAndReadAll('select json_deserialize_sql($1::json)', [tree])
      const one = String(plain.getRows()[0]?.[0])
      await connection.run(`copy (${one}) to ${quoted(to.file)} (format parquet, compression zstd)`, values)
      return { columns: [], rows: [], more: false }
    }
    const result = await connection.stream(text, values)
    return to ? await writeCsv(result, to.file) : await firstRows(result)
  } finally {
    connection.closeSync()
  }
}

const columnsOf = (result: DuckDBResult) =>
  result.columnNames().map((name, at) => ({ name, type: String(result.columnTypes()[at]) }))

async function firstRows(result: DuckDBResult): Promise<SqlResult> {
  const rows: SqlCell[][] = []
  let chars = 0
  for await (const row of rowsOf(result)) {
    if (rows.length === sqlAnswer.maxRows) return { columns: columnsOf(result), rows, more: true }
    rows.push(row)
    chars += JSON.stringify(row).length
    if (chars > maxAnswerChars)
      return { refused: 'La risposta supera 10 MB: esportala in un file, o chiedi meno colonne' }
  }
  return { columns: columnsOf(result), rows, more: false }
}

async function* rowsOf(result: DuckDBResult): AsyncGenerator<SqlCell[]> {
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    for (const row of chunk.getRows()) yield row.map(cellOf)
}

const csvCell = (cell: SqlCell): Cell => (typeof cell === 'boolean' ? String(cell) : cell)

async function writeCsv(result: DuckDBResult, to: string): Promise<SqlResult> {
  await using file = await open(to, 'wx', 0o600)
  await file.write(csvHeader(result.columnNames()))
  let lines: Cell[][] = []
  const write = async () => {
    await file.write(csvLines(lines))
    lines = []
  }
  for await (const row of rowsOf(result))
    if (lines.push(row.map(csvCell)) === sqlAnswer.maxRows) await write()
  await write()
  return { columns: columnsOf(result), rows: [], more: false }
}

process.on('message', (task: SqlTask) => {
  answer(task).then(
    result => process.send?.(result),
    // The database's own sentence, without the path of a file.
    error => process.send?.({ refused: String(error?.message ?? error).replaceAll(settings.folder, '…') }),
  )
})
process.on('disconnect', () => process.exit())
