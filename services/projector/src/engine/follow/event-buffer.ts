import type { Position, Seen } from '@tba/event-store/port.ts'
import { present } from '@tba/events/present.ts'
import type { LoggedEvent } from '@tba/runtime/log/event-log.ts'
import type { Delivery } from '../commit/batch.ts'

export type EventBuffer = ReturnType<typeof eventBuffer>

/**
 * Between reading the log and writing the tables. Events that arrive while a batch is written become the next batch. So
 * one transaction runs at a time, even if the log delivers single events.
 * @param capacity events held, beyond which `put` waits
 */
export function eventBuffer(capacity: number, signal: AbortSignal) {
  let events: LoggedEvent[] = []
  let position: Position | null = null
  let seen: Seen | undefined
  let woken = Promise.withResolvers<void>()

  const wake = () => {
    woken.resolve()
    woken = Promise.withResolvers()
  }
  signal.addEventListener('abort', wake, { once: true })

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      signal.throwIfAborted()
      await woken.promise
    }
  }

  return {
    /** Resolves once there is room again: a slow writer slows the reading, and memory stays bounded. */
    async put(more: readonly LoggedEvent[], upTo: Position, last?: Seen): Promise<void> {
      events.push(...more)
      position = upTo
      seen = last
      wake()
      await until(() => events.length < capacity)
    },
    /** Removes and returns everything in the buffer; waits while it is empty. */
    async take(): Promise<Delivery> {
      await until(() => position !== null)
      signal.throwIfAborted()
      const delivery = { events, position: present(position), seen }
      events = []
      position = null
      wake()
      return delivery
    },
    /** If the buffer is not empty, waits until it has `eventCount` events or `ms` have passed. */
    async gather(eventCount: number, ms: number): Promise<void> {
      if (position === null || ms <= 0) return
      let late = false
      const timer = setTimeout(() => {
        late = true
        wake()
      }, ms)
      await until(() => late || events.length >= eventCount).finally(() => clearTimeout(timer))
    },
  }
}
