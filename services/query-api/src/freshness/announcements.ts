import type { Position } from '@tba/event-store/port.ts'
import pg from 'pg'
import { z } from 'zod'
import type { Announcement, Checkpoints } from './checkpoints.ts'

const position = z.string().transform(text => text as Position)
const announcement = z.object({ position, projections: z.array(z.string()) })
const rows = z.array(z.object({ projection: z.string(), position }))

const shortestPauseMs = 50
const longestPauseMs = 2_000

export type Announcements = {
  /** Reads the checkpoints again, over the connection that listens: that it answers shows that it lives. */
  refresh(): Promise<void>
  /** @throws {Error} while nothing is heard */
  assertListening(): void
  close(): Promise<void>
}

type Options = {
  connectionString: string
  into: Checkpoints
  /** Called after everything that was taken in. */
  onHeard?: () => void
  /** Told of every lost connection. */
  onLost?: (error: unknown) => void
}

/**
 * Follows the projector's announcements on a connection of its own, and makes a new one whenever it is lost. First
 * it listens, then it reads the table: so nothing falls between the two.
 */
export function announcements({ connectionString, into, onHeard, onLost }: Options): Announcements {
  let client: pg.Client | null = null
  /** The same one, once it hears and has read the table. */
  let listening: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let pauseMs = shortestPauseMs
  let isClosed = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString,
      application_name: 'query-api announcements',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    fresh.on('notification', ({ payload }) => {
      const heard = parse(payload)
      if (!heard || fresh !== client) return
      into.advance(heard)
      onHeard?.()
    })
    fresh.on('error', error => lose(fresh, error))
    fresh.on('end', () => lose(fresh, new Error('the connection ended')))
    client = fresh
    try {
      await fresh.connect()
      await fresh.query('listen projected')
      await read(fresh)
      pauseMs = shortestPauseMs
    } catch (error) {
      lose(fresh, error)
    }
  }

  async function read(from: pg.Client): Promise<void> {
    const { rows: found } = await from.query('select projection, position from projector.checkpoints')
    if (from !== client) return
    into.replace(rows.parse(found).map(row => [row.projection, row.position] as const))
    listening = from
    onHeard?.()
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (lost !== client) return
    client = null
    // A connection that does not answer does not say goodbye either: nobody waits for that.
    lost.end().catch(() => {})
    if (isClosed) return
    onLost?.(error)
    timer = setTimeout(connect, pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }

  void connect()

  return {
    async refresh() {
      const current = client
      if (!current || current !== listening) return
      await read(current).catch(error => lose(current, error))
    },
    assertListening() {
      if (client === null || client !== listening) throw new Error('no connection hears the projector')
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const last = client
      client = null
      await last?.end().catch(() => {})
    },
  }
}

function parse(payload: string | undefined): Announcement | null {
  try {
    return announcement.parse(JSON.parse(payload ?? ''))
  } catch {
    // Anybody may notify a channel; what is no announcement tells nothing.
    return null
  }
}
