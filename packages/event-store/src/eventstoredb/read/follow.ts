import { setTimeout as pause } from 'node:timers/promises'
import { type CaughtUp, type FollowOptions, type StoredEvent, StoreUnavailable } from '../../port.ts'
import { withTimeout } from '../../with-timeout.ts'
import type { Connection } from '../connection.ts'
import { batchLimits, pauseAfterMs, waits } from '../limits.ts'
import { formatPosition, isAfter, isSame, type LogPosition, origin, parsePosition } from '../log-position.ts'
import { forwards, readHead, verifyPosition } from './read-log.ts'
import { subscribe } from './search.ts'
import { positionOf, sizeOf, toStoredEvent, typeOf, type WireEvent } from './wire-events.ts'

/**
 * Catches up with the head of the log, then subscribes to all events, so that the cursor moves even if no event matches.
 * The log is written in order, so nothing appears before the cursor later. Each round first checks whether the log is still
 * the same: after an outage it may be an older backup.
 */
export async function* follow(
  connection: Connection,
  pollMs: number,
  { after, types, signal, verify }: FollowOptions,
): AsyncGenerator<readonly StoredEvent[] | CaughtUp> {
  const wanted = types && new Set(types)
  let cursor = after === undefined ? origin : parsePosition(after)
  let caughtUp = false
  for (let failures = 0; !signal.aborted; ) {
    const round = new AbortController()
    const within = AbortSignal.any([signal, round.signal])
    try {
      await verifyPosition(connection, formatPosition(cursor), signal)
      await verify?.()
      const head = await headOf(connection)
      const before = cursor
      const missed = forwards(connection, { after: cursor, types, signal: within })
      for await (const events of gather(missed, pollMs)) {
        if (signal.aborted) return
        if (events.length === 0) continue
        cursor = lastOf(events)
        yield events.map(toStoredEvent)
      }
      if (signal.aborted) return
      if (isAfter(head, cursor)) cursor = head
      if (!caughtUp || !isSame(cursor, before)) yield { caughtUp: formatPosition(cursor) }
      caughtUp = true
      failures = 0
      for await (const events of gather(subscribe(connection, cursor, within), pollMs)) {
        if (signal.aborted) return
        // A subscription may fall silent.
        if (events.length === 0 && !isSame(await headOf(connection), cursor)) break
        if (events.length === 0) continue
        const matching = events.filter(event => !wanted || wanted.has(typeOf(event)))
        cursor = lastOf(events)
        if (matching.length > 0) yield matching.map(toStoredEvent)
        if (signal.aborted) return
        yield { caughtUp: formatPosition(cursor) }
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (signal.aborted) return
      await pause(pauseAfterMs(failures++), undefined, { signal }).catch(() => {})
    } finally {
      round.abort()
    }
  }
}

const headOf = async (connection: Connection): Promise<LogPosition> => (await readHead(connection)) ?? origin

const lastOf = (events: readonly WireEvent[]): LogPosition => positionOf(events.at(-1) as WireEvent)

/**
 * Events that arrive within moments of each other, in batches; an empty one after each `silentMs` without an event. What came
 * before a failure is returned first: otherwise a reader whose connection breaks often would never get further.
 */
async function* gather(events: AsyncGenerator<WireEvent>, silentMs: number): AsyncGenerator<WireEvent[]> {
  const take = () => {
    const taken = events.next()
    // It is awaited in a later batch.
    taken.catch(() => {})
    return taken
  }
  let next = take()
  for (;;) {
    const batch: WireEvent[] = []
    let bytes = 0
    let endMs = Number.POSITIVE_INFINITY
    while (batch.length < batchLimits.events && bytes < batchLimits.bytes && performance.now() < endMs) {
      const isFirst = batch.length === 0
      const arrived = await withTimeout(isFirst ? silentMs : waits.betweenEventsMs, next, () => null).catch(
        error => {
          if (isFirst) throw error
        },
      )
      if (!arrived || (arrived.done && !isFirst)) break
      if (arrived.done) return
      if (isFirst) endMs = performance.now() + waits.ofBatchMs
      batch.push(arrived.value)
      bytes += sizeOf(arrived.value)
      next = take()
    }
    yield batch
  }
}
