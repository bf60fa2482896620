import type { EventStore, Position, Recorded } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { Numbers } from './numbers.ts'
import { Sieve } from './sieve.ts'

type Placed = Pick<Recorded, 'stream' | 'position'>

/** Which visits have expired: the log may hold their events for an hour, and in EventStoreDB until a scavenge. */
export class ExpiredVisits {
  private readonly prefix = 'visit-'
  private readonly visits = new Numbers()
  private readonly sieve = new Sieve()
  /** Of each of them, which of the places. */
  private last = new Int32Array(1_024)
  private readonly places: Position[] = []

  /** As far as the log tells it now: what expired after a replay was asked for is not played either. */
  static async of(store: Pick<EventStore, 'read'>): Promise<ExpiredVisits> {
    const expired = new ExpiredVisits()
    for await (const event of store.read(streams.tracking()))
      if (event.type === 'VisitsExpired') expired.add(maskEvent(event).data.visits, event.position)
    return expired
  }

  private add(visits: unknown, position: Position): void {
    if (!Array.isArray(visits)) return
    for (const visit of visits) {
      const stream = streams.visit(String(visit))
      const number = this.visits.of(stream)
      this.sieve.put(stream)
      if (number >= this.last.length) {
        const longer = new Int32Array(this.last.length * 2)
        longer.set(this.last)
        this.last = longer
      }
      this.last[number] = this.places.length
    }
    this.places.push(position)
  }

  /** Whether an event in a visit's own stream is gone. */
  holds = ({ stream, position }: Placed): boolean =>
    stream.startsWith(this.prefix) && this.isOver(stream, position)

  /** Whether a visit, by the name of its stream, has expired behind this place. */
  isOver(stream: string, position: Position): boolean {
    if (!this.sieve.mayHold(stream)) return false
    const number = this.visits.find(stream)
    return number >= 0 && position < (this.places[this.last[number] as number] as Position)
  }
}
