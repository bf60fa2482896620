import type { Alarm } from '../alarm.ts'
import { type CaughtUp, type FollowOptions, type Recorded, StoreUnavailable } from '../port.ts'
import type { Connection } from './connection.ts'
import { batchLimits, waits } from './limits.ts'
import { isAfter, logStart, type Place, placeOf, tokenOf } from './place.ts'
import { forwards, readHead, type Stretch, standing } from './read-log.ts'
import { placeOfEvent, recorded, sizeOf, type WireEvent } from './recorded.ts'

export type Following = {
  alarm: Alarm
  pollMs: number
  onOutage(error: StoreUnavailable): void
  /** How often the connection has been lost. */
  losses(): number
}

/**
 * In rounds: first looks where the log ends, then reads up to there. So the cursor moves even where no event matches, and
 * by its own positions of events alone. The log is written in order, so nothing appears behind the cursor later. After an
 * outage, of whatever call, it looks first whether the log is still the one that it knows: an older backup may have come back.
 */
export async function* follow(
  connection: Connection,
  { alarm, pollMs, onOutage, losses }: Following,
  { after, types, signal }: FollowOptions,
): AsyncGenerator<readonly Recorded[] | CaughtUp> {
  let cursor = after === undefined ? logStart : placeOf(after)
  let caughtUp = false
  /** When the log was known to be the one of the cursor. */
  let knownAt: number | null = null
  let outages = 0
  while (!signal.aborted) {
    const { rings } = alarm
    let waitMs = pollMs
    try {
      const now = losses()
      const head = (await readHead(connection)) ?? logStart
      if (knownAt !== now || isAfter(cursor, head)) await standing(connection, tokenOf(cursor), signal)
      knownAt = now
      const news = isAfter(head, cursor)
      if (news) {
        const stretch = { after: cursor, before: behind(head), types, signal }
        for await (const { events, last } of batches(connection, stretch)) {
          cursor = last
          yield events
          if (signal.aborted) return
        }
        if (signal.aborted) return
        cursor = head
      }
      outages = 0
      if (news || !caughtUp) yield { caughtUp: tokenOf(cursor) }
      caughtUp = true
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (signal.aborted) return
      knownAt = null
      waitMs = Math.min(waits.reconnectMs * 2 ** outages++, waits.reconnectMaxMs)
      onOutage(error)
    }
    await alarm.wait(rings, waitMs, signal)
  }
}

/** A place that lies behind this one, and before every other event. */
const behind = (place: Place): Place => ({ ...place, prepare: place.prepare + 1n })

type Batch = { events: Recorded[]; last: Place }

/** What has come before a connection breaks is handed out: else one that breaks often would never get on. */
async function* batches(connection: Connection, stretch: Stretch): AsyncGenerator<Batch> {
  let events: Recorded[] = []
  let bytes = 0
  let last: WireEvent | null = null
  let failure: unknown = null
  try {
    for await (const event of forwards(connection, stretch)) {
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
