import { setImmediate } from 'node:timers/promises'
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBMaterializedResult,
  DuckDBValue,
} from '@duckdb/node-api'
import type { Position } from '@tba/event-store/port.ts'
import { isOfLog, isPosition } from '@tba/event-store/position.ts'
import type { LRUCache } from 'lru-cache'
import sql, { type Sql } from 'sql-template-tag'
import { Refused } from './failures.ts'
import type { Progress } from './writer.ts'

/** A copy at one moment, for one question, which asks one statement after the other. */
export class Reading {
  /** Up to here the copy holds the log; null: it is empty. */
  readonly position: Position | null
  /** Number of the newest event that was ever written. */
  readonly lastSeq: number
  /** Answers that were given lately from this copy, by whatever they follow from. */
  readonly answers: LRUCache<string, object>
  readonly signal: AbortSignal
  readonly #connection: DuckDBConnection
  #pausedAt = performance.now()

  constructor(connection: DuckDBConnection, { answers, signal, progress }: Settings) {
    this.#connection = connection
    this.answers = answers
    this.signal = signal
    this.position = progress.position
    this.lastSeq = progress.lastSeq
  }

  /** All rows, as objects by column name: for some thousand. A BIGINT comes as a bigint: cast it to double. */
  async rows<Row>(query: Sql): Promise<Row[]> {
    const result = await this.#run(query)
    return (await result.getRowObjects()) as Row[]
  }

  /** For millions of rows: some thousand at a time, column by column. */
  async *chunks(query: Sql): AsyncGenerator<DuckDBDataChunk> {
    const result = await this.#run(query)
    // Not by an iterator, which crosses to another thread for each chunk.
    for (let at = 0; at < result.chunkCount; at++) {
      yield result.getChunk(at)
      await this.#pause()
    }
  }

  /**
   * The number of the newest event at or before a position; without one, of the newest of all.
   * @throws {Refused} `invalid` for what is no position of this log; one beyond the end is the end
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

  /** @throws {Refused} `invalid`, with this sentence */
  assertOfLog(position: string, message: string): void {
    const { position: like } = this
    if (like ? !isOfLog(position, like) : !isPosition(position)) throw new Refused('invalid', message)
  }

  /** The position that an answer names: `asOf`, where it lies within the copy. */
  positionAsOf(asOf: string | undefined): Position | null {
    if (asOf === undefined || this.position === null || asOf >= this.position) return this.position
    return asOf as Position
  }

  #run(query: Sql): Promise<DuckDBMaterializedResult> {
    this.signal.throwIfAborted()
    return this.#connection.run(query.sql, query.values as DuckDBValue[])
  }

  /** What takes long lets others have their turn. @throws {Refused} where nobody waits any more */
  async #pause(): Promise<void> {
    if (performance.now() - this.#pausedAt < pauseEveryMs) return
    await setImmediate()
    this.#pausedAt = performance.now()
    this.signal.throwIfAborted()
  }
}

const pauseEveryMs = 50

type Settings = Pick<Reading, 'answers' | 'signal'> & { progress: Progress }
