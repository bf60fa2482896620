import pg from 'pg'

/** Rows as arrays, as the database sends them: for what is read by the million, where every object counts. */
export type RowReader = {
  read<Row extends unknown[]>(query: Query): Promise<Row[]>
  close(): Promise<void>
}

export type Query = { name: string; text: string; values: readonly unknown[] }

/** However many are reading, no more pages than this are under way at once. */
const most = 2

/** Connections of its own, so that what takes long stands in nobody's way. */
export function rowReader(connectionString: string): RowReader {
  const pool = new pg.Pool({
    connectionString,
    max: most,
    application_name: 'query-api exports',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The server's own: a timer here for every page (query_timeout, idleTimeoutMillis) would keep the pages from being
    // collected while they are young, and an export would take hundreds of megabytes.
    statement_timeout: 15_000,
    idleTimeoutMillis: 0,
  })
  // A connection that breaks is replaced when it is needed; whoever was using it gets the error from the query.
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
