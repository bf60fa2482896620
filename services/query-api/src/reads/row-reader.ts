import { createClientPool } from '@tba/postgres/client.ts'

export type RowReader = ReturnType<typeof rowReader>

type Query = { name: string; text: string; values: readonly unknown[] }

/** The number of pages that are read at the same time, for all exports together. */
const concurrency = 2

/**
 * Rows as arrays, as the database sends them: for millions of rows, where each object costs memory. It has its own
 * connections, so that exports do not block other queries.
 */
export function rowReader(connectionString: string) {
  const pool = createClientPool(connectionString, {
    applicationName: 'query-api exports',
    max: concurrency,
    // The server’s time-out, and probes. A timer per page in this process (answerMs, idleMs) would keep pages alive too
    // long: an export would take hundreds of megabytes.
    session: { statement_timeout: 15_000 },
    answerMs: null,
    isProbed: true,
    idleMs: 0,
  })
  return {
    async read<Row extends unknown[]>({ values, ...query }: Query) {
      const { rows } = await pool.query<Row>({ ...query, values: [...values], rowMode: 'array' })
      return rows
    },
    close: () => pool.end(),
  }
}
