import type { Position } from '@tba/event-store/port.ts'
import { listen } from '@tba/runtime/postgres/listen.ts'
import { z } from 'zod'
import type { Announcement, Checkpoints } from './checkpoints.ts'

const position = z.string().transform(text => text as Position)
const announcement = z.object({ position, projections: z.array(z.string()) })
const rows = z.array(z.object({ projection: z.string(), position }))

export type Announcements = {
  /** The first connection hears the projector; rejects where it could not be opened, which is tried again. */
  opened: Promise<void>
  /** Reads the checkpoints again, over the listening connection, which also shows whether that still answers. */
  refresh(): Promise<void>
  /** @throws {Error} while nothing is heard */
  assertListening(): void
  close(): Promise<void>
}

type Options = {
  connectionString: string
  into: Checkpoints
  /** Called after every announcement or reading of the table. */
  onHeard?: () => void
  /** Told of every lost connection. */
  onLost?: (error: unknown) => void
}

/**
 * Follows the projector's announcements on a connection of its own, and reconnects whenever that is lost. It listens
 * before it reads the table, so that no announcement is missed in between.
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
    opened: listener.opened,
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
    // Any database user may notify a channel: other payloads are ignored.
    return null
  }
}
