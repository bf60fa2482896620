import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StoredEvent } from '@tba/event-store/port.ts'
import { openDatabase } from '@tba/query-api/analytics/copy/database.ts'
import type { Site } from '@tba/query-api/analytics/copy/row.ts'
import { Writer } from '@tba/query-api/analytics/copy/writer.ts'
import { parquetColumns, parquetOptions } from '@tba/query-api/history/export-parquet.ts'

const maxEvents = 4_096
const memoryMb = 128

/** Collects events in a temporary DuckDB file: the footer of a Parquet file comes last. */
export async function* parquetOf(
  events: AsyncIterable<StoredEvent>,
  { siteHost, onRead }: Site & { onRead: (count: number) => void },
): AsyncGenerator<Uint8Array> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'tba-replay-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const database = await openDatabase(path.join(folder, 'events.duckdb'), { memoryMb })
  opened.defer(() => database.closeSync())
  const writer = await Writer.open(database, { siteHost })
  opened.defer(() => writer.close())

  let batch: StoredEvent[] = []
  async function write(): Promise<void> {
    await writer.add(batch, { isCaughtUp: false })
    onRead(batch.length)
    batch = []
  }
  for await (const event of events) {
    batch.push(event)
    if (batch.length === maxEvents) await write()
  }
  await write()

  const file = path.join(folder, 'events.parquet')
  const connection = await database.connect()
  await connection.run(
    `copy (select ${parquetColumns.sql} from events order by seq) to '${file.replaceAll("'", "''")}' (${parquetOptions.sql})`,
  )
  connection.closeSync()
  yield* createReadStream(file)
}
