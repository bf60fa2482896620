import type { Position } from '@tba/event-store/port.ts'
import type { Listener } from '@tba/runtime/postgres/listen.ts'
import { z } from 'zod'
import type { Announcement, Checkpoints } from './checkpoints.ts'

const position = z.string().transform(text => text as Position)
const announcement = z.object({ position, projections: z.array(z.string()) })
const rows = z.array(z.object({ projection: z.string(), position }))

export type Announcements = {
  /** A first connection hears the projector; rejects where none could be opened, which is tried again. */
  opened: Promise<void>
  /** Reads the checkpoints again, over the connections that listen, which also shows whether those still answer. */
  refresh(): Promise<void>
  /** @throws {Error} while nothing is heard */
  assertListening(): void
  close(): Promise<void>
}

/** What a road calls. */
export type Told = {
  onHeard(payload: string): void
  /** From here on every announcement is heard. @param read the checkpoints, for what earlier ones would have told */
  onListening(read: () => Promise<readonly unknown[]>): Promise<void>
  onLost(error: unknown): void
}

/** A way on which announcements come, and which finds back by itself. */
export type Road = (told: Told) => Listener

type Options = {
  into: Checkpoints
  /** Called after every announcement that brought something new, and every reading of the table. */
  onHeard?: () => void
  /** Told of every lost connection. */
  onLost?: (error: unknown) => void
}

/**
 * Follows the projector's announcements on all roads at once: what is lost on one is heard on another, and there is nothing
 * to switch. Each listens before it reads the table, so that no announcement is missed in between.
 */
export function announcements(roads: readonly Road[], { into, onHeard, onLost }: Options): Announcements {
  const readings = new Set<Announcement[]>()

  const told: Told = {
    onHeard(payload) {
      const heard = parse(payload)
      if (!heard) return
      for (const meanwhile of readings) meanwhile.push(heard)
      if (into.advance(heard)) onHeard?.()
    },
    async onListening(read) {
      const meanwhile: Announcement[] = []
      readings.add(meanwhile)
      try {
        const found = rows.parse(await read())
        into.replace(found.map(row => [row.projection, row.position] as const))
        // Another road may have told of more than the table held when it was read.
        for (const heard of meanwhile) into.advance(heard)
        for (const other of readings)
          other.push(...found.map(row => ({ position: row.position, projections: [row.projection] })))
      } finally {
        readings.delete(meanwhile)
      }
      onHeard?.()
    },
    onLost: error => onLost?.(error),
  }

  const listeners = roads.map(road => road(told))
  const opened = Promise.any(listeners.map(listener => listener.opened))
  // Every failure is reported by `onLost` too, so it must not count as unhandled.
  opened.catch(() => {})
  return {
    opened,
    async refresh() {
      await Promise.all(listeners.map(listener => listener.catchUp()))
    },
    assertListening() {
      if (!listeners.some(({ isListening }) => isListening))
        throw new Error('no connection hears the projector')
    },
    async close() {
      await Promise.all(listeners.map(listener => listener.close()))
    },
  }
}

function parse(payload: string): Announcement | null {
  try {
    return announcement.parse(JSON.parse(payload))
  } catch {
    // Any user of the database or of Redis may say something on the channel: other payloads are ignored.
    return null
  }
}
