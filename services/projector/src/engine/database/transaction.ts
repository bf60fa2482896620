import type { Client } from 'pg'

const queues = new WeakMap<Client, Promise<unknown>>()

/** One after the other on a connection, so that no query runs in a failed transaction before its rollback. */
export function queued<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const result = (queues.get(client) ?? Promise.resolve()).then(work)
  queues.set(
    client,
    result.catch(() => {}),
  )
  return result
}

export function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  return queued(client, () => transaction(client, work))
}

async function transaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // If this fails too, the connection is lost, and the transaction with it.
    await client.query('rollback').catch(() => {})
    throw error
  }
}
