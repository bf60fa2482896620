import {
  type CommonQueryMethods,
  createPool as createSlonikPool,
  type DatabasePool,
  type Interceptor,
  SchemaValidationError,
  sql,
} from 'slonik'
import { slonikDriver } from './slonik-driver.ts'

type PoolOptions = {
  /** Maximum of connections. */
  max?: number
  /** The name of the connections in pg_stat_activity. */
  applicationName?: string
}

const connectMs = 5_000
/** Longer than the server's limit of a statement. */
const answerMs = 20_000

/** Parses each row with the schema of its query. Slonik does not do this itself. */
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
  const session = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 10_000 }
  const { connectionUri, driverFactory } = slonikDriver(connectionString, {
    applicationName,
    session,
    connectMs,
    answerMs,
  })
  return createSlonikPool(connectionUri, {
    driverFactory,
    maxPoolSize: max,
    // Slonik would retry any query or transaction. Only the caller knows whether that is safe.
    queryRetryLimit: 0,
    transactionRetryLimit: 0,
    connectionTimeout: connectMs,
    // Not at the start of the connection, which a pooler refuses.
    statementTimeout: 'DISABLE_TIMEOUT',
    idleInTransactionSessionTimeout: 'DISABLE_TIMEOUT',
    // A connection that nobody uses asks nothing, and notices nothing.
    idleTimeout: 25_000,
    // No query here changes the session, and DISCARD ALL would double the round trips.
    resetConnection: async () => {},
    interceptors: [parseRows],
  })
}

/** Whether a table exists. Each service creates its tables when it starts, which may be later. */
export const hasTable = (db: CommonQueryMethods, name: string): Promise<boolean> =>
  db.exists(sql.unsafe`select where to_regclass(${name}) is not null`)
