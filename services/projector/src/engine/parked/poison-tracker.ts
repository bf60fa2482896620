import type { Position } from '@tba/event-store/port.ts'
import { personOf } from '@tba/events/streams.ts'
import type { Batch, Delivery, Member } from '../commit/batch.ts'
import type { Parking } from '../commit/park.ts'
import { FoldFailed, ProjectionHalted, summaryOf, WriteRefused } from '../database/faults.ts'
import { sleep } from '../loops.ts'

const maxTries = 5
/** Doubles, 300 ms in all. The other projections of the group, and their readers, wait for so long. */
const firstPauseMs = 20
/** With more parked streams than this, the next is parked without a retry: the fault is hardly temporary. */
const maxAwaited = 5
/** With more parked streams than this, the projection itself counts as broken, not single events. */
export const maxParked = 100

export type PoisonTracker = ReturnType<typeof poisonTracker>

/** Finds the event that makes a batch fail, lets it be tried five times in all, then parks its stream. */
export function poisonTracker(members: readonly Member[], signal: AbortSignal) {
  let limit = Number.POSITIVE_INFINITY
  /** Batches stay small up to this position: the failing event is before it. */
  let until: Position | null = null
  let parkings: Parking[] = []
  const tries = new Map<string, number>()

  /** @returns null if smaller batches must be tried first */
  function faultOf(error: FoldFailed | WriteRefused, { events }: Delivery, batch: Batch | null) {
    if (error instanceof FoldFailed) return error
    if (!batch) return null
    keepSmall(Math.max(1, Math.ceil(batch.eventCount / 2)), batch.position)
    const [event] = events
    if (batch.eventCount > 1 || !event) return null
    return new FoldFailed(error.projection, event, error.cause)
  }

  function keepSmall(eventCount: number, upTo: Position): void {
    limit = eventCount
    if (until === null || until < upTo) until = upTo
  }

  return {
    /** How many events the next batch may hold. */
    limit: () => limit,
    /** Streams to park in the next transaction. */
    parkings: (): readonly Parking[] => parkings,
    /**
     * Resolves after a pause if the same batch must be tried again.
     * @throws {ProjectionHalted}, or an error that no event caused
     */
    async failed(error: unknown, delivery: Delivery, batch: Batch | null): Promise<void> {
      if (!(error instanceof FoldFailed || error instanceof WriteRefused)) throw error
      const member = members.find(({ projection }) => projection.name === error.projection)
      if (!member) throw error
      const fault = faultOf(error, delivery, batch)
      if (!fault) return
      if (!member.mayPark(fault.event)) throw fault
      const key = `${fault.projection} ${fault.event.id}`
      const count = (tries.get(key) ?? 0) + 1
      tries.set(key, count)
      if (count < maxTries) {
        const isAwaited = member.parked.size < maxAwaited
        return isAwaited ? sleep(firstPauseMs * 2 ** (count - 1), signal) : undefined
      }
      if (member.parked.size >= maxParked) {
        // Commit the events before it first: a halt forgets the streams parked in its batch, and a retry would not find
        // them.
        const before = delivery.events.indexOf(fault.event)
        if (before > 0) return keepSmall(before, fault.event.position)
        throw new ProjectionHalted(
          fault.projection,
          `${maxParked} streams are parked, and the next one fails: ${summaryOf(fault)}`,
        )
      }
      tries.delete(key)
      const person = personOf(fault.event)
      member.parked.set(fault.event.stream, { position: fault.event.position, person })
      parkings.push({ projection: member.projection, fault, tries: count, person })
    },
    passed({ position }: Batch): void {
      parkings = []
      if (until !== null && position < until) return
      until = null
      limit = Number.POSITIVE_INFINITY
    },
  }
}
