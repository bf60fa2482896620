import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Recorded } from '@tba/event-store/port.ts'
import { openDatabase } from '@tba/query-api/analytics/copy/database.ts'
import { Writer } from '@tba/query-api/analytics/copy/writer.ts'
import { parquetColumns, parquetOptions } from '@tba/query-api/history/export-parquet.ts'
import type { Output } from './output.ts'
import type { Sink } from './sink.ts'

const mostEvents = 4_096
const memoryMb = 128

/** Collects events in a temporary DuckDB file: the footer of a Parquet file comes last. */
export async function parquetSink(output: Output, written: (count: number) => void): Promise<Sink> {
  const opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'tba-replay-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const database = await openDatabase(path.join(folder, 'events.duckdb'), { memoryMb })
  opened.defer(() => database.close())
  const writer = await Writer.open(database)
  opened.defer(() => writer.close())
  let events: Recorded[] = []

  async function write(): Promise<void> {
    await writer.add(events, { isCaughtUp: false })
    written(events.length)
    events = []
  }

  async function sendAll(): Promise<void> {
    const file = path.join(folder, 'events.parquet')
    const connection = await database.connect()
    await connection.run(
      `copy (select ${parquetColumns.sql} from events order by seq) to '${file.replaceAll("'", "''")}' (${parquetOptions.sql})`,
    )
    connection.closeSync()
    for await (const piece of createReadStream(file)) {
      if (output.closed.aborted) return
      await output.write(piece)
    }
  }

  return {
    add(event: Recorded) {
      events.push(event)
      return events.length < mostEvents ? null : write()
    },
    async end() {
      await write()
      await sendAll()
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
