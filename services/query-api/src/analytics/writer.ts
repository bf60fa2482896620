import { readFileSync } from 'node:fs'
import {
  BIGINT,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBValue,
  INTEGER,
  UUID,
  uuidValue,
  VARCHAR,
} from '@duckdb/node-api'
import type { Position } from '@tba/event-store/port.ts'
import type { Database } from './database.ts'
import { KindNumbers } from './kind-numbers.ts'
import type { Row } from './row.ts'

/** From an event on these visits count no more: what they left before it goes. */
export type Expiry = { seq: number; visits: readonly string[] }

export type Numbered = Row & { seq: number }
type Cells = Omit<Numbered, 'said'> & { kind: number }

/** How far a copy is: the row of the table `progress`. */
export type Progress = {
  version: string
  position: Position | null
  eventId: string | null
  recordedMs: number | null
  lastSeq: number
  events: number
  isReady: boolean
  rebuildWanted: boolean
}

export type Batch = { rows: readonly Numbered[]; expiries: readonly Expiry[]; progress: Progress }

const ddl = readFileSync(new URL('./table.sql', import.meta.url), 'utf8')

/** In the order of the table. */
const columns = {
  ...{ seq: INTEGER, position: VARCHAR, event_id: UUID, recorded_ms: BIGINT, stream: VARCHAR },
  ...{ revision: INTEGER, type: VARCHAR, schema_version: INTEGER, actor: VARCHAR },
  ...{ correlation_id: VARCHAR, causation_id: VARCHAR, visit: VARCHAR, own_visit: VARCHAR },
  ...{ tied_visit: VARCHAR, account: VARCHAR, session: VARCHAR, user_id: BIGINT, page: VARCHAR },
  ...{ event_type: VARCHAR, event_name: VARCHAR, event_label: VARCHAR, element_id: VARCHAR },
  ...{ element_text: VARCHAR, kind: INTEGER },
  ...{ device: VARCHAR, robot: VARCHAR, referrer_host: VARCHAR, source: VARCHAR, words: VARCHAR },
  ...{ data: VARCHAR, sealed: VARCHAR },
} as const satisfies Record<keyof Cells, unknown>
const names = Object.keys(columns) as (keyof typeof columns)[]
const types = Object.values(columns)
/** Rows of a DuckDB data chunk. */
const chunkSize = 2_048

/** The one connection that writes to a copy. */
export class Writer {
  readonly #connection: DuckDBConnection
  readonly #kinds: KindNumbers

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection
    this.#kinds = new KindNumbers(connection)
  }

  static async open(database: Database): Promise<Writer> {
    return new Writer(await database.connect())
  }

  /** Makes the tables of an empty file. */
  async begin(version: string): Promise<void> {
    await this.#connection.run(ddl)
    await this.#connection.run('insert into progress values (?, null, null, null, 0, 0, false, false)', [
      version,
    ])
  }

  /** @returns null: the file is not a copy whose tables were made to the end */
  async progress(): Promise<Progress | null> {
    const made = await this.#connection.runAndReadAll(
      "select count(*)::integer from information_schema.tables where table_name = 'progress'",
    )
    if (made.getRows()[0]?.[0] === 0) return null
    const found = await this.#connection.runAndReadAll(
      'select * replace (recorded_ms::double as recorded_ms) from progress',
    )
    const [row] = found.getRowObjects() as Record<string, unknown>[]
    if (!row) return null
    return {
      version: row.version as string,
      position: row.position as Position | null,
      eventId: row.event_id as string | null,
      recordedMs: row.recorded_ms as number | null,
      lastSeq: row.last_seq as number,
      events: row.events as number,
      isReady: row.is_ready as boolean,
      rebuildWanted: row.rebuild_wanted as boolean,
    }
  }

  /** Writes all of a batch, its progress included, or nothing. @returns the progress with the rows that there are then */
  async commit({ rows, expiries, progress }: Batch): Promise<Progress> {
    await this.#connection.run('begin')
    try {
      if (rows.length > 0) await this.#append(await this.#kinds.numbered(rows))
      const gone = expiries.length > 0 ? await this.#expire(expiries) : 0
      const reached = { ...progress, events: progress.events + rows.length - gone }
      await this.#note(reached)
      await this.#connection.run('commit')
      return reached
    } catch (error) {
      this.#kinds.forget()
      await this.#connection.run('rollback').catch(() => {})
      throw error
    }
  }

  close(): void {
    this.#connection.closeSync()
  }

  async #append(rows: readonly Cells[]): Promise<void> {
    const appender = await this.#connection.createAppender('events')
    try {
      for (let at = 0; at < rows.length; at += chunkSize) {
        const some = rows.slice(at, at + chunkSize)
        const chunk = DuckDBDataChunk.create(types, some.length)
        chunk.setColumns(names.map(name => some.map(row => cellOf(name, row[name]))))
        appender.appendDataChunk(chunk)
      }
    } finally {
      appender.closeSync()
    }
  }

  /**
   * An expired visit's own events go. What names it elsewhere keeps its id for searching, and counts no longer as its.
   * @returns how many events went
   */
  async #expire(expiries: readonly Expiry[]): Promise<number> {
    const expired = JSON.stringify(
      expiries.flatMap(({ seq, visits }) => visits.map(visit => ({ visit, seq }))),
    )
    const each = `(select visit, max(seq) as seq from (
      select unnest(from_json(?::json, '[{"visit":"VARCHAR","seq":"INTEGER"}]'), recursive := true)
    ) group by visit) as gone`
    const { rowsChanged } = await this.#connection.run(
      `delete from events using ${each} where own_visit = gone.visit and events.seq < gone.seq`,
      [expired],
    )
    await this.#connection.run(
      `update events set tied_visit = null from ${each} where tied_visit = gone.visit and events.seq < gone.seq`,
      [expired],
    )
    return rowsChanged
  }

  async #note({
    position,
    eventId,
    recordedMs,
    lastSeq,
    events,
    isReady,
    rebuildWanted,
  }: Progress): Promise<void> {
    await this.#connection.run(
      `update progress set position = ?, event_id = ?, recorded_ms = ?, last_seq = ?, events = ?, is_ready = ?,
        rebuild_wanted = ?`,
      [
        ...[position, eventId, recordedMs === null ? null : BigInt(recordedMs), lastSeq, events, isReady],
        rebuildWanted,
      ],
    )
  }
}

function cellOf(name: keyof typeof columns, value: string | number | null): DuckDBValue {
  if (value === null) return null
  if (columns[name] === UUID) return uuidValue(BigInt(`0x${String(value).replaceAll('-', '')}`))
  return columns[name] === BIGINT ? BigInt(value) : value
}
