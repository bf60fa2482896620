import type { Connection } from '../engine/connection.ts'
import type { Query } from './history-rows.ts'

/** @throws what the work throws; nothing was written then, unless the connection was lost during the commit */
export async function inTransaction(
  { query }: Pick<Connection, 'query'>,
  work: (query: Query) => Promise<void>,
): Promise<void> {
  await query({ text: 'begin' })
  try {
    await work(query)
    await query({ text: 'commit' })
  } catch (error) {
    // Where this fails too, the connection is lost, and the transaction with it.
    await query({ text: 'rollback' }).catch(() => {})
    throw error
  }
}
