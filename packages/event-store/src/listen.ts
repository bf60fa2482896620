import { createClient } from '@tba/postgres/client.ts'
import pg from 'pg'

/** Queries over the listening connection. @throws if it does not answer, or was replaced */
export type ListenerQuery = (sql: string) => Promise<unknown[]>

type Options = {
  /** A connection of its own: a pool would lend it to others. */
  connectionString: string
  channel: string
  /** The name of the connection in pg_stat_activity. */
  applicationName: string
  onNotification(payload: string): void
  /** From now on every notification arrives; `query` reads what was missed. If this fails, the connection counts as lost. */
  onListening(query: ListenerQuery): void | Promise<void>
  /** No notification arrives until the next `onListening`. */
  onLost(error: unknown): void
}

export type Listener = {
  /** Settles with the first attempt to connect. Further attempts follow in any case. */
  opened: Promise<void>
  /** Whether `onListening` has succeeded on the current connection. */
  readonly isListening: boolean
  /** Runs `onListening` again. This also shows whether the connection answers. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

const minPauseMs = 50
const maxPauseMs = 2_000

/** Listens to a channel. Reconnects after a lost connection. */
export function listen(options: Options): Listener {
  const { connectionString, channel, applicationName, onNotification, onListening, onLost } = options
  let current: pg.Client | null = null
  /** The same client, when it listens and has caught up. */
  let listening: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let pauseMs = minPauseMs

  async function connect(): Promise<void> {
    const client = createClient(connectionString, {
      applicationName,
      connectMs: 5_000,
      answerMs: 5_000,
      isProbed: true,
    })
    current = client
    client.on('notification', ({ payload = '' }) => {
      if (client === current) onNotification(payload)
    })
    client.on('error', error => lose(client, error))
    client.on('end', () => lose(client, new Error('the connection ended')))
    await unlessLost(client, async () => {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (client !== current) return
      await onListening(queryOn(client))
      if (client !== current) return
      listening = client
      pauseMs = minPauseMs
    })
  }

  function queryOn(client: pg.Client): ListenerQuery {
    return async sql => {
      const { rows } = await client.query(sql)
      if (client !== current) throw new Error('the connection was lost')
      return rows
    }
  }

  async function unlessLost(client: pg.Client, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      lose(client, error)
      throw error
    }
  }

  function lose(client: pg.Client, error: unknown): void {
    if (client !== current) return
    current = null
    listening = null
    // Not awaited: a dead connection would not confirm its end.
    client.end().catch(() => {})
    onLost(error)
    // A random pause, so that processes do not all reconnect at the same time.
    timer = setTimeout(() => void connect().catch(() => {}), pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(maxPauseMs, pauseMs * 2)
  }

  const opened = connect()
  // A failure is reported by `onLost` too, so it must not count as unhandled.
  opened.catch(() => {})

  return {
    opened,
    get isListening() {
      return current !== null && current === listening
    },
    async catchUp() {
      const client = listening
      if (client) await unlessLost(client, async () => onListening(queryOn(client))).catch(() => {})
    },
    async close() {
      clearTimeout(timer)
      const last = current
      current = null
      await last?.end().catch(() => {})
    },
  }
}
