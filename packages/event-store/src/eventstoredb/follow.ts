import { type CaughtUp, type FollowOptions, type Recorded, StoreUnavailable } from '../port.ts'
import type { Connection } from './connection.ts'
import { batchLimits, reconnectAfterMs } from './limits.ts'
import { isAfter, logStart, type Place, placeOf, tokenOf } from './place.ts'
import { behind, forwards, standing } from './read-log.ts'
import { placeOfEvent, recorded, sizeOf, typeOf, type WireEvent } from './recorded.ts'
import type { Tail } from './tail.ts'

export type Following = { tail: Tail; pollMs: number; onOutage(error: StoreUnavailable): void }

/**
 * In rounds up to where the log ends: from the tail that all followers share, or, where this one lags behind it, by a reading
 * of its own. So the cursor moves even where no event matches. The log is written in order, so nothing appears behind the
 * cursor later. After an outage it looks first whether the log is still the one that it knows: an older backup may have come
 * back.
 */
export async function* follow(
  connection: Connection,
  { tail, pollMs, onOutage }: Following,
  { after, types, signal }: FollowOptions,
): AsyncGenerator<readonly Recorded[] | CaughtUp> {
  const wanted = types && new Set(types)
  let cursor = after === undefined ? logStart : placeOf(after)
  let caughtUp = false
  /** When the log was known to be the one of the cursor. */
  let knownAt: number | null = null
  let failures = 0
  while (!signal.aborted) {
    const { rings } = tail.alarm
    let waitMs = pollMs
    try {
      const losses = tail.losses()
      const end = tail.head()
      if (end && (knownAt !== losses || isAfter(cursor, end))) {
        await standing(connection, tokenOf(cursor), signal)
        knownAt = losses
      }
      const head = tail.head()
      if (head && knownAt === tail.losses()) {
        const news = isAfter(head, cursor)
        if (news) {
          const held = tail.since(cursor)?.filter(event => !wanted || wanted.has(typeOf(event)))
          const stretch = { after: cursor, before: behind(head), types, signal }
          for await (const { events, last } of batches(held ?? forwards(connection, stretch))) {
            cursor = last
            failures = 0
            yield events
            if (signal.aborted) return
          }
          if (signal.aborted) return
          cursor = head
        }
        failures = 0
        if (news || !caughtUp) yield { caughtUp: tokenOf(cursor) }
        caughtUp = true
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (signal.aborted) return
      knownAt = null
      waitMs = reconnectAfterMs(failures)
      // The tail has told of its own.
      if (failures++ === 0 && tail.head()) onOutage(error)
    }
    await tail.alarm.wait(rings, waitMs, signal)
  }
}

type Batch = { events: Recorded[]; last: Place }

/** What has come before a connection breaks is handed out: else one that breaks often would never get on. */
async function* batches(all: AsyncIterable<WireEvent> | Iterable<WireEvent>): AsyncGenerator<Batch> {
  let events: Recorded[] = []
  let bytes = 0
  let last: WireEvent | null = null
  let failure: unknown = null
  try {
    for await (const event of all) {
      if (last && (events.length === batchLimits.events || bytes + sizeOf(event) > batchLimits.bytes)) {
        yield { events, last: placeOfEvent(last) }
        events = []
        bytes = 0
      }
      events.push(recorded(event))
      bytes += sizeOf(event)
      last = event
    }
  } catch (error) {
    failure = error
  }
  if (last && events.length > 0) yield { events, last: placeOfEvent(last) }
  if (failure) throw failure
}
