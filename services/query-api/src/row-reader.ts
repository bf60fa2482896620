import pg from 'pg'

export type RowReader = ReturnType<typeof rowReader>

type Query = { name: string; text: string; values: readonly unknown[] }

/** The number of pages that are read at the same time, for all exports together. */
const concurrency = 2

/**
 * Rows as arrays, as the database sends them: for millions of rows, where each object costs memory. It has its own
 * connections, so that exports do not block other queries.
 */
export function rowReader(connectionString: string) {
  const pool = new pg.Pool({
    connectionString,
    max: concurrency,
    application_name: 'query-api exports',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The server’s time-out. A timer per page in this process (query_timeout, idleTimeoutMillis) would keep pages alive
    // too long: an export would take hundreds of megabytes.
    statement_timeout: 15_000,
    idleTimeoutMillis: 0,
  })
  // A broken connection is replaced when it is needed. Its running query fails with the error.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', () => {})
  return {
    async read<Row extends unknown[]>({ values, ...query }: Query) {
      const { rows } = await pool.query<Row>({ ...query, values: [...values], rowMode: 'array' })
      return rows
    },
    close: () => pool.end(),
  }
}
