import { type ClientOptions, createClientPool } from '@tba/postgres/client.ts'
import pg from 'pg'
import { StoreUnavailable } from '../port.ts'
import { asFailure } from './failures.ts'
import { timeouts } from './limits.ts'
import type { Statement } from './statements.ts'

export type Connections = ReturnType<typeof openConnections>

export const clientOptions = (applicationName: string): ClientOptions => ({
  applicationName,
  connectMs: timeouts.connectMs,
  answerMs: timeouts.answerMs,
  types: { getTypeParser },
  session: {
    statement_timeout: timeouts.statementMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    timezone: 'UTC',
    // Every statement here is a few index look-ups. A plan from an empty log would scan the table for ever. A new plan for each
    // batch takes longer than the append.
    enable_seqscan: 'off',
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
  },
})

/**
 * The driver would throw at damaged JSON and lose the whole page. Its time parser makes a Date, which a reader would format
 * again.
 */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (type, format) => {
  if (type === pg.types.builtins.JSON) return (text: string) => text
  return type === pg.types.builtins.TIMESTAMPTZ ? isoTime : pg.types.getTypeParser(type, format)
}

const timePattern = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/

/** @param text PostgreSQL's time in UTC @returns ISO 8601; empty for infinity */
export function isoTime(text: string): string {
  const [, day, time, fraction = ''] = timePattern.exec(text) ?? []
  return day ? `${day}T${time}.${fraction.padEnd(3, '0')}Z` : ''
}

export function openConnections(url: string, options: ClientOptions & { max: number }) {
  const pool = createClientPool(url, options)
  let opened = 0
  pool.on('connect', () => {
    opened++
  })

  /** Several statements on one connection. @throws {StoreUnavailable} */
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
    /** How many were opened so far. A new one may lead to another server. */
    get opened() {
      return opened
    },
    /** @throws {StoreUnavailable} */
    query: <Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[] = []) =>
      use(async client => (await client.query<Row>({ ...statement, values: [...values] })).rows),
    close: () => pool.end(),
  }
}
