import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'

/**
 * Which visits have expired: the log may hold their events for an hour, and in EventStoreDB until a scavenge. Each takes
 * some 100 bytes of memory.
 */
export class ExpiredVisits {
  /** By stream: what lies before has expired. */
  readonly #before = new Map<string, Position>()

  /** As far as the log knows it now: what expired after a replay was asked for is not played either. */
  static async of(store: Pick<EventStore, 'read'>): Promise<ExpiredVisits> {
    const expired = new ExpiredVisits()
    for await (const event of store.read(streams.tracking())) {
      const { visits } = event.type === 'VisitsExpired' ? maskEvent(event).data : {}
      if (!Array.isArray(visits)) continue
      for (const visit of visits) expired.#before.set(streams.visit(String(visit)), event.position)
    }
    return expired
  }

  /** Whether an event in a visit's own stream is gone. */
  holds = ({ stream, position }: Pick<Recorded, 'stream' | 'position'>): boolean => {
    const before = this.#before.get(stream)
    return before !== undefined && position < before
  }
}
