import type { DatabasePool, Interceptor } from 'slonik'
import { createPool as createSlonikPool, parseDsn, SchemaValidationError, stringifyDsn } from 'slonik'

type PoolOptions = {
  /** Connections at most. */
  max?: number
  /** How the connections show in pg_stat_activity. */
  applicationName?: string
}

/** Parses every row by the schema of its query, which Slonik does not do itself. */
const parseRows: Interceptor = {
  name: 'parse-rows',
  transformRow({ resultParser }, query, row) {
    if (!resultParser) return row
    const parsed = resultParser['~standard'].validate(row)
    if (parsed instanceof Promise) throw new TypeError('the schema of a row must not be asynchronous')
    if (parsed.issues) throw new SchemaValidationError(query, row, parsed.issues)
    return parsed.value as typeof row
  },
}

/** @param connectionString `postgres://user:password@host:port/database` */
export function createPool(connectionString: string, options: PoolOptions = {}): Promise<DatabasePool> {
  const { max = 10, applicationName = 'tba' } = options
  return createSlonikPool(stringifyDsn({ ...parseDsn(connectionString), applicationName }), {
    maxPoolSize: max,
    // Slonik would retry any query or transaction; only its caller knows whether it can be repeated.
    queryRetryLimit: 0,
    transactionRetryLimit: 0,
    connectionTimeout: 5_000,
    statementTimeout: 15_000,
    idleInTransactionSessionTimeout: 10_000,
    idleTimeout: 60_000,
    // No query here changes the session, and DISCARD ALL would double the round trips of every one.
    resetConnection: async () => {},
    interceptors: [parseRows],
  })
}
