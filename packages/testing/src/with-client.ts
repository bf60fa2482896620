import pg from 'pg'

/** Works on a database as the superuser of its address. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A connection for one test. */
export async function clientInTest(connectionString: string, name?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, ...(name && { application_name: name }) })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
