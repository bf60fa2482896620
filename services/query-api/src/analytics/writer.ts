import { readFileSync } from 'node:fs'
import { type DuckDBConnection, DuckDBDataChunk, JSToDuckDBValueConverter } from '@duckdb/node-api'
import type { Position, Recorded } from '@tba/event-store/port.ts'
import { recordedMs } from '@tba/events/moment.ts'
import { LRUCache } from 'lru-cache'
import type { Database } from './database.ts'
import { rowOf } from './row.ts'

/** How far a copy is: the table `progress` holds it as JSON. */
export type Progress = {
  /** Of the newest event that was ever written, even where it has expired since; null: none. */
  position: Position | null
  eventId: string | null
  recordedMs: number | null
  lastSeq: number
  lastKind: number
  events: number
  /** Whether it has once caught up with the log: before, it answers nothing. */
  isReady: boolean
  /** An administrator asked for a new copy. */
  rebuildWanted: boolean
}

type Cell = string | number | null
type Kind = { kind: number; type: string; said: string }

const nothing: Progress = {
  ...{ position: null, eventId: null, recordedMs: null, lastSeq: 0, lastKind: 0 },
  ...{ events: 0, isReady: false, rebuildWanted: false },
}
const ddl = readFileSync(new URL('./table.sql', import.meta.url), 'utf8')
/** Rows of a DuckDB data chunk. */
const chunkSize = 2_048
/** Visitors may write as many texts as they like: what was not met lately gets another number, which does no harm. */
const mostKinds = 50_000

/** The one connection that writes to a copy. */
export class Writer {
  readonly #connection: DuckDBConnection
  readonly #kinds = new LRUCache<string, number>({ max: mostKinds })
  progress: Progress

  private constructor(connection: DuckDBConnection, progress: Progress) {
    this.#connection = connection
    this.progress = progress
  }

  /** Makes the tables where they are missing. */
  static async open(database: Database): Promise<Writer> {
    const connection = await database.connect()
    await connection.run(ddl)
    const first = [JSON.stringify(nothing)]
    await connection.run('insert into progress select ? where not exists (from progress)', first)
    return new Writer(connection, await progressIn(connection))
  }

  /** Writes all of these events behind what is there, or none. After an error it is of no use any more. */
  async add(events: readonly Recorded[], { isCaughtUp }: { isCaughtUp: boolean }): Promise<void> {
    const before = this.progress
    await this.#connection.run('begin')
    for (let at = 0; at < events.length; at += chunkSize)
      await this.#append(events.slice(at, at + chunkSize), before.lastSeq + at + 1)
    const gone = await this.#expire(events)
    const last = events.at(-1)
    const isWanted = before.isReady && events.some(({ type }) => type === 'AnalyticsRebuildRequested')
    const progress = {
      ...before,
      ...(last && { position: last.position, eventId: last.id, recordedMs: recordedMs(last) }),
      lastSeq: before.lastSeq + events.length,
      events: before.events + events.length - gone,
      isReady: before.isReady || isCaughtUp,
      rebuildWanted: before.rebuildWanted || isWanted,
    }
    await this.#connection.run('update progress set said = ?', [JSON.stringify(progress)])
    await this.#connection.run('commit')
    this.progress = progress
  }

  close(): void {
    this.#connection.closeSync()
  }

  async #append(events: readonly Recorded[], firstSeq: number): Promise<void> {
    const fresh: Kind[] = []
    const rows = events.map((event, at) => {
      const { said, ...row } = rowOf(event)
      return { seq: firstSeq + at, ...row, kind: this.#kindOf(row.type, said, fresh) }
    })
    await this.#write('kinds', fresh)
    await this.#write('events', rows)
  }

  /** Numbers what events say: it is read as a number, and few events say something new. */
  #kindOf(type: string, said: string, fresh: Kind[]): number {
    const key = `${type} ${said}`
    const known = this.#kinds.get(key)
    if (known !== undefined) return known
    const kind = ++this.progress.lastKind
    this.#kinds.set(key, kind)
    fresh.push({ kind, type, said })
    return kind
  }

  /** At most a chunk of rows. */
  async #write(table: string, rows: readonly Record<string, Cell>[]): Promise<void> {
    if (rows.length === 0) return
    const shape = await this.#connection.run(`from ${table} limit 0`)
    const columns = shape.columnNames().map(name => rows.map(row => row[name] ?? null))
    const chunk = DuckDBDataChunk.create(shape.columnTypes(), rows.length)
    chunk.setColumnsConverted(columns, JSToDuckDBValueConverter)
    const appender = await this.#connection.createAppender(table)
    appender.appendDataChunk(chunk)
    appender.closeSync()
  }

  /**
   * An expired visit's own events go. What names it elsewhere keeps its id for searching, and counts no longer as its.
   * @returns how many events went
   */
  async #expire(events: readonly Recorded[]): Promise<number> {
    const firstSeq = this.progress.lastSeq + 1
    const expired = events.flatMap(({ type, data }, at) =>
      type === 'VisitsExpired' && Array.isArray(data.visits)
        ? data.visits.map(visit => ({ visit: String(visit), seq: firstSeq + at }))
        : [],
    )
    if (expired.length === 0) return 0
    const each = `(select visit, max(seq) as seq from (
      select unnest(from_json(?::json, '[{"visit":"VARCHAR","seq":"INTEGER"}]'), recursive := true)
    ) group by visit) as gone`
    const { rowsChanged } = await this.#connection.run(
      `delete from events using ${each} where own_visit = gone.visit and events.seq < gone.seq`,
      [JSON.stringify(expired)],
    )
    await this.#connection.run(
      `update events set tied_visit = null from ${each} where tied_visit = gone.visit and events.seq < gone.seq`,
      [JSON.stringify(expired)],
    )
    return rowsChanged
  }
}

export async function progressIn(connection: DuckDBConnection): Promise<Progress> {
  const found = await connection.runAndReadAll('select said from progress')
  return JSON.parse(found.getRows()[0]?.[0] as string) as Progress
}
