import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  DOUBLE,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBMaterializedResult,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { Position } from '@tba/event-store/port.ts'
import { isOfLog, isPosition } from '@tba/event-store/position.ts'
import type { LRUCache } from 'lru-cache'
import sql, { type Sql } from 'sql-template-tag'
import { QueryRefused } from './failures.ts'
import { visitsUpTo } from './visit-rows.ts'
import type { Progress } from './writer.ts'

/** A read transaction on the copy, for one query. It runs one statement after the other. */
export class Snapshot {
  /** The copy holds the log up to here; null: it is empty. */
  readonly position: Position | null
  /** The number of the newest event that was ever written. */
  readonly lastSeq: number
  /** Cached results of this copy, by everything they depend on. */
  readonly answers: LRUCache<string, object>
  readonly signal: AbortSignal
  /** How many rows a pass over units holds in memory: about 30 bytes each until they are read. */
  readonly passRows: number
  readonly #passed: (share: number) => Promise<void>
  readonly #connection: DuckDBConnection
  #pausedAt = performance.now()

  constructor(connection: DuckDBConnection, { answers, signal, progress, ...long }: Settings) {
    this.#connection = connection
    this.answers = answers
    this.signal = signal
    this.position = progress.position
    this.lastSeq = progress.lastSeq
    this.passRows = long.passRows ?? 4_000_000
    this.#passed = long.passed ?? (async () => {})
  }

  /** All rows as objects by column name, for some thousand rows. A BIGINT becomes a bigint: cast it to double. */
  async rows<Row>(query: Sql): Promise<Row[]> {
    const result = await this.#run(query)
    return (await result.getRowObjects()) as Row[]
  }

  /** For millions of rows: yields chunks of some thousand rows, by column, at each call of the result. */
  async chunks(query: Sql): Promise<() => AsyncGenerator<DuckDBDataChunk>> {
    const result = await this.#run(query)
    return () => this.#chunksOf(result)
  }

  async *#chunksOf(result: DuckDBMaterializedResult): AsyncGenerator<DuckDBDataChunk> {
    clearTimeout(collecting)
    // No iterator: it would cross to another thread for each chunk.
    for (let at = 0; at < result.chunkCount; at++) {
      yield result.getChunk(at)
      await this.#pause()
    }
    if (result.rowCount > manyRows) collecting = setTimeout(collectGarbage, 100).unref()
  }

  /**
   * The number of the newest event at or before a position, or of the newest of all. A position beyond the end means the end.
   * @throws {QueryRefused} `invalid` if it is no position of this log
   */
  async seqAsOf(asOf: string | undefined): Promise<number> {
    if (asOf === undefined) return this.lastSeq
    this.assertOfLog(asOf, 'Posizione non valida')
    if (this.position === null || asOf >= this.position) return this.lastSeq
    const [row] = await this.rows<{ seq: number | null }>(
      sql`select max(seq) as seq from events where position <= ${asOf}`,
    )
    return row?.seq ?? 0
  }

  /** A table of all visits with the columns of `visits`, as they were at the event with this number. */
  visits(end: number = this.lastSeq): Sql {
    return end >= this.lastSeq ? sql`visits` : visitsUpTo(end)
  }

  /** @throws {QueryRefused} `invalid`, with this sentence */
  assertOfLog(position: string, message: string): void {
    const { position: like } = this
    if (like ? !isOfLog(position, like) : !isPosition(position)) throw new QueryRefused('invalid', message)
  }

  /** The position that a result names: `asOf`, or the end of the copy if that is earlier. */
  positionAsOf(asOf: string | undefined): Position | null {
    if (asOf === undefined || this.position === null || asOf >= this.position) return this.position
    return asOf as Position
  }

  /** Says how much of the answer is there, from 0 to 1. Smaller questions go first then. */
  async passed(share: number): Promise<void> {
    await this.#passed(share)
    this.signal.throwIfAborted()
  }

  #run(query: Sql): Promise<DuckDBMaterializedResult> {
    this.signal.throwIfAborted()
    const values = query.values as DuckDBValue[]
    return this.#connection.run(query.sql, values, values.map(typeOf) as DuckDBType[])
  }

  /** Lets other work run during a long query. @throws {QueryRefused} the caller has left */
  async #pause(): Promise<void> {
    if (performance.now() - this.#pausedAt < pauseEveryMs) return
    await setImmediate()
    this.#pausedAt = performance.now()
    this.signal.throwIfAborted()
  }
}

/** The library would bind any whole number as an integer, and fail at a large one. */
const typeOf = (value: DuckDBValue) =>
  typeof value === 'number' && !Number.isSafeInteger(value) ? DOUBLE : undefined

const pauseEveryMs = 50
const manyRows = 100_000
/** Not while another result is read: it stops this thread. */
let collecting: NodeJS.Timeout | undefined

// DuckDB's results are freed by the garbage collector, which does not see how large they are.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Settings = Pick<Snapshot, 'answers' | 'signal'> & { progress: Progress } & Long
/** What a question that takes long needs: see `passed`. */
export type Long = { passRows?: number | undefined; passed?: ((share: number) => Promise<void>) | undefined }
