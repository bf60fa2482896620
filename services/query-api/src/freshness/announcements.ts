import type { Position } from '@tba/event-store/port.ts'
import { listen } from '@tba/runtime/postgres/listen.ts'
import { z } from 'zod'
import type { Announcement, Checkpoints } from './checkpoints.ts'

const position = z.string().transform(text => text as Position)
const announcement = z.object({ position, projections: z.array(z.string()) })
const rows = z.array(z.object({ projection: z.string(), position }))

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
  const listener = listen({
    connectionString,
    channel: 'projected',
    applicationName: 'query-api announcements',
    onHeard(payload) {
      const heard = parse(payload)
      if (!heard) return
      into.advance(heard)
      onHeard?.()
    },
    async onListening(ask) {
      const found = rows.parse(await ask('select projection, position from projector.checkpoints'))
      into.replace(found.map(row => [row.projection, row.position] as const))
      onHeard?.()
    },
    onLost: error => onLost?.(error),
  })

  return {
    refresh: listener.catchUp,
    assertListening() {
      if (!listener.isListening) throw new Error('no connection hears the projector')
    },
    close: listener.close,
  }
}

function parse(payload: string): Announcement | null {
  try {
    return announcement.parse(JSON.parse(payload))
  } catch {
    // Anybody may notify a channel; what is no announcement tells nothing.
    return null
  }
}
