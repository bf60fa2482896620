import type { DuckDBConnection } from '@duckdb/node-api'
import { LRUCache } from 'lru-cache'

type Said = { type: string; said: string }

/** Visitors may write as many texts as they like: what was not met lately gets another number, which does no harm. */
const mostKnown = 50_000

/** Numbers what events say: it is read as a number, and few events say something new. */
export class KindNumbers {
  readonly #connection: DuckDBConnection
  readonly #known = new LRUCache<string, number>({ max: mostKnown })
  #last: number | null = null

  constructor(connection: DuckDBConnection) {
    this.#connection = connection
  }

  /** Writes what is new, in the transaction that is open. @returns the rows, each with its number */
  async numbered<Row extends Said>(rows: readonly Row[]): Promise<(Omit<Row, 'said'> & { kind: number })[]> {
    const fresh: (Said & { kind: number })[] = []
    let last = this.#last ?? (await this.#highest())
    const found = rows.map(({ said, ...row }) => {
      const key = `${row.type} ${said}`
      const known = this.#known.get(key)
      if (known !== undefined) return { ...row, kind: known }
      const kind = ++last
      this.#known.set(key, kind)
      fresh.push({ kind, type: row.type, said })
      return { ...row, kind }
    })
    this.#last = last
    if (fresh.length > 0) await this.#write(fresh)
    return found
  }

  /** The transaction was rolled back, and with it what it wrote. */
  forget(): void {
    this.#known.clear()
    this.#last = null
  }

  async #highest(): Promise<number> {
    const found = await this.#connection.runAndReadAll('select coalesce(max(kind), 0) from kinds')
    return found.getRows()[0]?.[0] as number
  }

  async #write(kinds: readonly (Said & { kind: number })[]): Promise<void> {
    const appender = await this.#connection.createAppender('kinds')
    try {
      for (const { kind, type, said } of kinds) {
        appender.appendInteger(kind)
        appender.appendVarchar(type)
        appender.appendVarchar(said)
        appender.endRow()
      }
    } finally {
      appender.closeSync()
    }
  }
}
