import { setImmediate } from 'node:timers/promises'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBValue } from '@duckdb/node-api'
import type { Position } from '@tba/event-store/port.ts'
import { isPosition, positionPattern } from '@tba/event-store/position.ts'
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

  private constructor(connection: DuckDBConnection, { answers, signal, progress }: Settings) {
    this.#connection = connection
    this.answers = answers
    this.signal = signal
    this.position = progress.position
    this.lastSeq = progress.lastSeq
  }

  /** Everything that `work` reads is of one moment. @throws {Refused} where the signal aborts */
  static async of<T>(
    connection: DuckDBConnection,
    { answers, signal }: Omit<Settings, 'progress'>,
    work: (reading: Reading) => Promise<T>,
  ): Promise<T> {
    const interrupt = () => connection.interrupt()
    signal.addEventListener('abort', interrupt)
    try {
      await connection.run('begin transaction read only')
      const found = await connection.runAndReadAll('select position, last_seq from progress')
      const [position, lastSeq] = found.getRows()[0] as [Position | null, number]
      return await work(new Reading(connection, { answers, signal, progress: { position, lastSeq } }))
    } finally {
      signal.removeEventListener('abort', interrupt)
      await connection.run('rollback').catch(() => {})
    }
  }

  /** All rows, as objects by column name: for some thousand. A BIGINT comes as a bigint: cast it to double. */
  async rows<Row>(query: Sql): Promise<Row[]> {
    const rows: Row[] = []
    for await (const chunk of this.#chunks(query))
      rows.push(...(chunk.chunk.getRowObjects(chunk.names) as unknown as Row[]))
    return rows
  }

  /** For millions of rows: some thousand at a time, column by column. */
  async *columns(query: Sql): AsyncGenerator<Columns> {
    for await (const { chunk } of this.#chunks(query))
      yield { rowCount: chunk.rowCount, column: at => chunk.getColumnVector(at) as unknown as Column }
  }

  /**
   * The number of the newest event at or before a position; without one, of the newest of all.
   * @throws {Refused} `invalid` for what is no position of this log; one beyond the end is the end
   */
  async seqAsOf(asOf: string | undefined): Promise<number> {
    if (asOf === undefined) return this.lastSeq
    if (!isPosition(asOf) || !isOfOneLog(asOf, this.position))
      throw new Refused('invalid', 'Posizione non valida')
    if (this.position === null || asOf >= this.position) return this.lastSeq
    const [row] = await this.rows<{ seq: number | null }>(
      sql`select max(seq) as seq from events where position <= ${asOf}`,
    )
    return row?.seq ?? 0
  }

  /** The position that an answer names: `asOf`, where it lies within the copy. */
  positionAsOf(asOf: string | undefined): Position | null {
    if (asOf === undefined || this.position === null || asOf >= this.position) return this.position
    return asOf as Position
  }

  async *#chunks(query: Sql): AsyncGenerator<{ chunk: DuckDBDataChunk; names: string[] }> {
    this.assertWanted()
    const result = await this.#connection.run(query.sql, query.values as DuckDBValue[])
    const names = result.columnNames()
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      yield { chunk, names }
      await this.pause()
    }
  }

  /** To be called now and then by what computes for long. @throws {Refused} where nobody waits any more */
  async pause(): Promise<void> {
    if (performance.now() - this.#pausedAt < pauseEveryMs) return
    await setImmediate()
    this.#pausedAt = performance.now()
    this.assertWanted()
  }

  assertWanted(): void {
    if (this.signal.aborted) throw this.signal.reason
  }
}

const pauseEveryMs = 50

type Settings = {
  answers: LRUCache<string, object>
  signal: AbortSignal
  progress: Pick<Progress, 'position' | 'lastSeq'>
}

export type Column = { getItem(at: number): string | number | null }
export type Columns = { rowCount: number; column(at: number): Column }

/** In PostgreSQL a position begins with the log's generation. */
export function isOfOneLog(one: Position, other: Position | null): boolean {
  if (other === null) return true
  const [, generation] = positionPattern.exec(one) ?? []
  const [, its] = positionPattern.exec(other) ?? []
  return generation === its
}
