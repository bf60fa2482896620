import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { createClient } from '@tba/postgres/client.ts'
import type { Client, QueryResultRow } from 'pg'
import { asWriteRefused } from './faults.ts'

export type Statement = {
  text: string
  values?: readonly unknown[]
  /** With a name the statement is prepared once per connection; a name must always stand for the same text. */
  name?: string
  /** The projection whose rows it writes, for errors about their values. */
  projection?: string
}

/**
 * A connection that pipelines: it sends statements without waiting for earlier answers. A transaction then takes two
 * round trips, not one per statement. Do not share it: it runs one transaction at a time.
 */
export type Connection = {
  query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]>
  /** Whether it is broken. Then open another one. */
  readonly isLost: boolean
  close(): Promise<void>
}

/** @throws if the database does not answer */
export async function connect(connectionString: string): Promise<Connection> {
  const client = createClient(connectionString, {
    applicationName: 'projector',
    pipeline: true,
    connectMs: 5_000,
    answerMs: 20_000,
    session: {
      statement_timeout: 15_000,
      // A transaction that has written holds back every reader of the log, so it does not wait long for locks.
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      // Rows are looked up by key (see rows.ts). A plan made while a table was empty would scan it, and stay. Commits do
      // not wait for the disk: after a crash, rows and checkpoint are both older, and the same events are folded again.
      enable_seqscan: 'off',
      jit: 'off',
      synchronous_commit: 'off',
    },
  })
  let isLost = false
  // The running queries fail.
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
    async query({ projection, ...statement }) {
      try {
        return (await client.query({ ...statement, values: [...(statement.values ?? [])] })).rows
      } catch (error) {
        throw projection === undefined ? error : asWriteRefused(projection, error)
      }
    },
    close: () => closeClient(client),
  }
}

/**
 * Runs a transaction. If `first` throws, the other statements are not sent.
 * @throws an error of `first` or of a statement; nothing was written then, unless the connection was lost during the
 * commit
 */
export async function atomically(
  { query }: Connection,
  first: () => Promise<void>,
  others: readonly Statement[],
): Promise<void> {
  try {
    await Promise.all([query({ text: 'begin' }), first()])
  } catch (error) {
    // If this fails too, the connection is lost, and the transaction with it.
    await query({ text: 'rollback' }).catch(() => {})
    throw error
  }
  // After a failed statement, PostgreSQL treats commit as rollback.
  await Promise.all([...others, { text: 'commit' }].map(statement => query(statement)))
}

const closeTimeoutMs = 1_000

/** Ends a connection, also where the server has vanished and never confirms it. */
export async function closeClient(client: Client): Promise<void> {
  const ended = client.end().catch(() => {})
  await withTimeout(closeTimeoutMs, ended, () => {})
  client.connection.stream.destroy()
}
