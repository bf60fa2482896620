import { readFileSync } from 'node:fs'
import {
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBInstance,
  JSToDuckDBValueConverter,
} from '@duckdb/node-api'
import type { Position, StoredEvent } from '@tba/event-store/port.ts'
import { recordedMs } from '@tba/events/moment.ts'
import { LRUCache } from 'lru-cache'
import { linkChanges } from './person-rows.ts'
import { type Row, rowOf, type Site } from './row.ts'
import { addToVisits } from './visit-rows.ts'

/** The progress of a copy. The table `progress` holds it as JSON. */
export type Progress = {
  /** The newest event that was ever written, even if it has expired; null: none. */
  position: Position | null
  eventId: string | null
  recordedMs: number | null
  lastSeq: number
  events: number
  /** Whether it has caught up with the log once. Before that it answers no query. */
  isReady: boolean
  /** When that was, in ms since 1970. */
  readyMs?: number
  /** An administrator requested a rebuild. */
  rebuildWanted: boolean
}

type Cell = string | number | boolean | null

const emptyProgress: Progress = {
  position: null,
  eventId: null,
  recordedMs: null,
  lastSeq: 0,
  events: 0,
  isReady: false,
  rebuildWanted: false,
}
const ddl = readFileSync(new URL('./table.sql', import.meta.url), 'utf8')
/** Rows of a DuckDB data chunk. */
const chunkSize = 2_048
/** Visitors choose texts. A signature that was forgotten gets another number. */
const maxSignatures = 20_000

/** The only connection that writes to a copy. */
export class Writer {
  readonly #connection: DuckDBConnection
  readonly #site: Site
  readonly #signatures = new LRUCache<string, number>({ max: maxSignatures })
  #nextSignature: number
  progress: Progress

  private constructor(
    connection: DuckDBConnection,
    { site, progress, nextSignature }: { site: Site; progress: Progress; nextSignature: number },
  ) {
    this.#connection = connection
    this.#site = site
    this.progress = progress
    this.#nextSignature = nextSignature
  }

  /** Creates missing tables. */
  static async open(database: DuckDBInstance, site: Site): Promise<Writer> {
    const connection = await database.connect()
    await connection.run(ddl)
    const first = [JSON.stringify(emptyProgress)]
    await connection.run('insert into progress select ? where not exists (from progress)', first)
    const last = await connection.runAndReadAll('select coalesce(max(signature), -1) from events')
    const nextSignature = Number(last.getRows()[0]?.[0]) + 1
    return new Writer(connection, { site, progress: await progressIn(connection), nextSignature })
  }

  /** Appends all of these events, or none. Do not use the writer after an error. */
  async add(events: readonly StoredEvent[], { isCaughtUp }: { isCaughtUp: boolean }): Promise<void> {
    const before = this.progress
    await this.#connection.run('begin')
    for (let at = 0; at < events.length; at += chunkSize)
      await this.#append(events.slice(at, at + chunkSize), before.lastSeq + at + 1)
    const expired = await this.#expire(events)
    if (events.length > 0) await this.#connection.run(addToVisits(before.lastSeq))
    for (const change of linkChanges(before.lastSeq, events)) await this.#connection.run(change)
    const last = events.at(-1)
    const isWanted = before.isReady && events.some(({ type }) => type === 'AnalyticsRebuildRequested')
    const progress = {
      ...before,
      ...(last && { position: last.position, eventId: last.id, recordedMs: recordedMs(last) }),
      lastSeq: before.lastSeq + events.length,
      events: before.events + events.length - expired,
      ...(isCaughtUp && !before.isReady && { isReady: true, readyMs: Date.now() }),
      rebuildWanted: before.rebuildWanted || isWanted,
    }
    await this.#connection.run('update progress set state = ?', [JSON.stringify(progress)])
    await this.#connection.run('commit')
    this.progress = progress
  }

  close(): void {
    this.#connection.closeSync()
  }

  /** Appends at most one chunk of rows. */
  async #append(events: readonly StoredEvent[], firstSeq: number): Promise<void> {
    const rows: Record<string, Cell>[] = events.map((event, at) => {
      const row = rowOf(event, this.#site)
      return { seq: firstSeq + at, signature: this.#signatureOf(row), ...row }
    })
    const shape = await this.#connection.run('from events limit 0')
    const columns = shape.columnNames().map(name => rows.map(row => row[name] ?? null))
    const chunk = DuckDBDataChunk.create(shape.columnTypes(), rows.length)
    chunk.setColumnsConverted(columns, JSToDuckDBValueConverter)
    const appender = await this.#connection.createAppender('events')
    appender.appendDataChunk(chunk)
    appender.closeSync()
  }

  #signatureOf({ type, attributes }: Row): number {
    const key = `${type} ${attributes}`
    const known = this.#signatures.get(key)
    if (known !== undefined) return known
    this.#signatures.set(key, this.#nextSignature)
    return this.#nextSignature++
  }

  /**
   * Deletes the own events of expired visits. Other events that name one keep its id for searches, but no longer count for it.
   * @returns the number of deleted events
   */
  async #expire(events: readonly StoredEvent[]): Promise<number> {
    if (!events.some(({ type }) => type === 'VisitsExpired')) return 0
    const gone = `(select visit, max(seq) as seq from (
      select unnest(data ->> '$.visits[*]') as visit, seq from events
      where type = 'VisitsExpired' and seq > ${this.progress.lastSeq}
    ) group by visit) as gone`
    const { rowsChanged } = await this.#connection.run(
      `delete from events using ${gone} where own_visit = gone.visit and events.seq < gone.seq`,
    )
    await this.#connection.run(`delete from visits using ${gone} where id = gone.visit`)
    await this.#connection.run(
      `update events set tied_visit = null from ${gone} where tied_visit = gone.visit and events.seq < gone.seq`,
    )
    return rowsChanged
  }
}

export async function progressIn(connection: DuckDBConnection): Promise<Progress> {
  const found = await connection.runAndReadAll('select state from progress')
  return JSON.parse(found.getRows()[0]?.[0] as string) as Progress
}
