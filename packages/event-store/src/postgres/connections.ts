import pg from 'pg'
import { StoreUnavailable } from '../port.ts'
import { asFailure } from './failures.ts'
import { timeouts } from './limits.ts'
import type { Statement } from './statements.ts'

export type Connections = {
  /** @throws {StoreUnavailable} */
  query<Row extends pg.QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>
  /** Several statements on one connection. @throws {StoreUnavailable} */
  use<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export function clientConfig(connectionString: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: timeouts.connectMs,
    statement_timeout: timeouts.statementMs,
    query_timeout: timeouts.answerMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    types: { getTypeParser },
    // Every statement here is a few index look-ups. A plan made while the log was empty would scan the table, and stay; one
    // made anew for each batch, whose size it then knows, takes longer than the appending.
    options: '-c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan',
  }
}

/** The driver would throw at JSON that a fault of the disk has damaged, and the whole page with it. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (type, format) =>
  type === pg.types.builtins.JSON ? (text: string) => text : pg.types.getTypeParser(type, format)

export function openConnections(config: pg.ClientConfig, max: number): Connections {
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 60_000 })
  // A connection that breaks is replaced at the next use; whoever was using it gets the error from its query.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', () => {})

  async function use<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    const client = await pool.connect().catch(error => Promise.reject(asFailure(error)))
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      const failure = asFailure(error)
      client.release(failure instanceof StoreUnavailable)
      throw failure
    }
  }

  return {
    use,
    query: (statement, values = []) =>
      use(async client => (await client.query({ ...statement, values: [...values] })).rows),
    close: () => pool.end(),
  }
}
