import { Client, type QueryResultRow } from 'pg'
import { hangUp } from './hang-up.ts'

export type Statement = {
  text: string
  values?: readonly unknown[]
  /** Prepared once a connection, where it has one; the same text must have the same. */
  name?: string
}

/**
 * A connection that sends every statement at once and hears the answers in the same order, so that a transaction waits
 * for the database twice, not once a statement. One transaction at a time: whoever follows the log has a connection of
 * its own.
 */
export type Connection = {
  query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]>
  /** Nothing more can be sent: another one has to be made. */
  readonly isLost: boolean
  close(): Promise<void>
}

/** @throws where the database does not answer */
export async function connect(connectionString: string): Promise<Connection> {
  const client = new Client({
    connectionString,
    application_name: 'projector',
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 10_000,
    // Rows are looked up by their keys (see rows.ts), also by a plan that was made while a table was empty.
    options: '-c enable_seqscan=off -c jit=off',
  })
  let isLost = false
  // Whatever is under way on it fails.
  const lose = () => {
    isLost = true
  }
  client.on('error', lose)
  client.on('end', lose)
  await client.connect()
  return {
    get isLost() {
      return isLost
    },
    query: async statement =>
      (await client.query({ ...statement, values: [...(statement.values ?? [])] })).rows,
    close: () => hangUp(client),
  }
}

/**
 * All or nothing: `first` decides, by throwing, that the others are not even sent.
 * @throws what `first` or a statement throws; nothing is written then, but where the connection was lost nobody knows
 */
export async function atomically(
  { query }: Connection,
  first: () => Promise<void>,
  others: readonly Statement[],
): Promise<void> {
  try {
    await Promise.all([query({ text: 'begin' }), first()])
  } catch (error) {
    // Where this fails too, the connection is gone, and the transaction with it.
    await query({ text: 'rollback' }).catch(() => {})
    throw error
  }
  // After a statement that failed, commit undoes what the others did.
  await Promise.all([...others, { text: 'commit' }].map(statement => query(statement)))
}
