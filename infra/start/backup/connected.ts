import pg from 'pg'

/** A connection that takes as long as it takes. */
export async function connected(url: string, opened: AsyncDisposableStack): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'backup', keepAlive: true })
  // What it breaks, its next query says.
  client.on('error', () => undefined)
  await client.connect()
  opened.defer(() => client.end().catch(() => undefined))
  await client.query('set statement_timeout = 0')
  await client.query('set idle_in_transaction_session_timeout = 0')
  return client
}
