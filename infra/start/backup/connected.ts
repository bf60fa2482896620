import pg from 'pg'

/** A connection without time limits. */
export async function connected(url: string, opened: AsyncDisposableStack): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'backup', keepAlive: true })
  // The next query reports a broken connection.
  client.on('error', () => undefined)
  await client.connect()
  opened.defer(() => client.end().catch(() => undefined))
  await client.query('set statement_timeout = 0')
  await client.query('set idle_in_transaction_session_timeout = 0')
  return client
}
