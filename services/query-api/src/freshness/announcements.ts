import { listen } from '@tba/event-store/listen.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { z } from 'zod'
import type { Announcement, Checkpoints } from './checkpoints.ts'

const announcement = z.object({ position: storedPosition, projections: z.array(z.string()) })
const rows = z.array(z.object({ projection: z.string(), position: storedPosition }))

/** Tables that were made from lost events have reached nothing. */
const checkpointsOfTheLog = `select projection, position from projector.checkpoints
  where not exists (select from projector.lost_events)`

export type Announcements = ReturnType<typeof announcements>

type Options = {
  /** Of the read tables' database. */
  connectionString: string
  into: Checkpoints
  /** Called after every announcement with news, and after every reading of the table. */
  onAdvance?: () => void
  /** Called for every lost connection. */
  onLost?: (error: unknown) => void
}

/** Follows the projector’s announcements (NOTIFY). Listens before it reads the table, so that it misses none. */
export function announcements({ connectionString, into, onAdvance, onLost }: Options) {
  /** Announced while the table is read. */
  let meanwhile: Announcement[] | null = null

  const listener = listen({
    connectionString,
    channel: 'projected',
    applicationName: 'query-api announcements',
    onNotification(payload) {
      const announced = parse(payload)
      if (!announced) return
      // The log has lost events, or holds them again.
      if (announced.projections.length === 0) void listener.catchUp()
      meanwhile?.push(announced)
      if (into.advance(announced)) onAdvance?.()
    },
    async onListening(ask) {
      const announced: Announcement[] = []
      meanwhile = announced
      const found = rows.parse(await ask(checkpointsOfTheLog))
      into.replace(found.map(row => [row.projection, row.position] as const))
      // These may be newer than the table was when it was read.
      for (const one of announced) into.advance(one)
      meanwhile = null
      onAdvance?.()
    },
    onLost: error => onLost?.(error),
  })

  return {
    /** Resolves when a connection listens to the projector. Rejects if none could be opened; it is tried again. */
    opened: listener.opened,
    /** Reads the checkpoints again. Uses the listening connection, to check that it still answers. */
    refresh: () => listener.catchUp(),
    /** @throws {Error} while no connection listens */
    assertListening() {
      if (!listener.isListening) throw new Error('no connection listens to the projector')
    },
    close: () => listener.close(),
  }
}

function parse(payload: string): Announcement | null {
  try {
    return announcement.parse(JSON.parse(payload))
  } catch {
    // Any database user can notify on the channel, so other payloads are ignored.
    return null
  }
}
