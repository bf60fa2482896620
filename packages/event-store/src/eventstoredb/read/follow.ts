import { setTimeout as pause } from 'node:timers/promises'
import { type CaughtUp, type FollowOptions, type StoredEvent, StoreUnavailable } from '../../port.ts'
import type { Connection } from '../connection.ts'
import { pauseAfterMs } from '../limits.ts'
import {
  formatPosition,
  isAfter,
  isSame,
  type LogPosition,
  logStart,
  parsePosition,
} from '../log-position.ts'
import { gather } from './gather.ts'
import { forwards, readHead, verifyPosition } from './read-log.ts'
import { subscribe } from './search.ts'
import { positionOf, toStoredEvent, typeOf, type WireEvent } from './wire-events.ts'

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
  let cursor = after === undefined ? logStart : parsePosition(after)
  let caughtUp = false
  for (let failures = 0; !signal.aborted; ) {
    const round = new AbortController()
    const within = AbortSignal.any([signal, round.signal])
    try {
      await verifyPosition(connection, formatPosition(cursor), signal)
      await verify?.()
      const head = await headOf(connection)
      const before = cursor
      for await (const events of gather(
        forwards(connection, { after: cursor, types, signal: within }),
        pollMs,
      )) {
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

const headOf = async (connection: Connection): Promise<LogPosition> =>
  (await readHead(connection)) ?? logStart

const lastOf = (events: readonly WireEvent[]): LogPosition => positionOf(events.at(-1) as WireEvent)
