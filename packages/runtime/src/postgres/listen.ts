import pg from 'pg'

type Options = {
  /** A plain connection of its own: a pool gives its connections to others. */
  connectionString: string
  channel: string
  /** How the connection shows in pg_stat_activity. */
  applicationName: string
  onHeard(payload: string): void
  /** From here on everything is heard; what was said before, perhaps not. */
  onListening(): void
  /** From here on nothing is heard, until `onListening`. */
  onLost(): void
}

const shortestPauseMs = 50
const longestPauseMs = 2_000

/**
 * Listens to a channel, over a new connection whenever one is lost. Resolves once it hears.
 * @throws {Error} where the first connection already fails
 */
export async function listen(options: Options): Promise<{ close(): Promise<void> }> {
  const { connectionString, channel, applicationName, onHeard, onListening, onLost } = options
  let current: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let pauseMs = shortestPauseMs
  let isClosed = false

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    current = client
    client.on('notification', ({ payload = '' }) => onHeard(payload))
    client.on('error', () => lose(client))
    client.on('end', () => lose(client))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      lose(client)
      throw error
    }
    if (client !== current) return
    pauseMs = shortestPauseMs
    onListening()
  }

  function lose(client: pg.Client): void {
    if (client !== current) return
    current = null
    client.end().catch(() => {})
    onLost()
    if (isClosed) return
    // Not in step with the others that lost theirs.
    timer = setTimeout(() => void connect().catch(() => {}), pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }

  async function close(): Promise<void> {
    isClosed = true
    clearTimeout(timer)
    const last = current
    current = null
    await last?.end().catch(() => {})
  }

  try {
    await connect()
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}
