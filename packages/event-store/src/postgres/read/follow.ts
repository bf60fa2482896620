import { setTimeout as pause } from 'node:timers/promises'
import type { Notifier } from '../../notifier.ts'
import { type CaughtUp, type FollowOptions, type StoredEvent, StoreUnavailable } from '../../port.ts'
import { waits } from '../limits.ts'
import { formatPosition, isAfter, logStart, parsePosition } from './log-position.ts'
import { logPages, readAhead, readWatermark } from './read-log.ts'
import type { Log } from './read-page.ts'

/** Up to this many types are read by index. With more it is faster to read everything and leave out the others. */
const maxTypesByIndex = 8

/**
 * Works in rounds: reads the watermark, then the events up to it. So the cursor moves even if no event matches, and no event
 * can appear before it later.
 */
export async function* follow(
  log: Log,
  { notifier, pollMs }: { notifier: Notifier; pollMs: number },
  { after, types, signal, verify = async () => {} }: FollowOptions,
): AsyncGenerator<readonly StoredEvent[] | CaughtUp> {
  let cursor = after === undefined ? logStart : parsePosition(log.generation, after)
  const isByIndex = types !== undefined && types.length <= maxTypesByIndex
  const wanted = types && new Set(types)
  let caughtUp = false
  let recheckMs = waits.heldBackMs
  /** How many connections had been opened when the log was verified. */
  let verified = 0
  async function verifyNew(): Promise<void> {
    while (verified !== log.connections.opened) {
      const { opened } = log.connections
      await verify()
      verified = opened
    }
  }
  while (!signal.aborted) {
    const { count } = notifier
    let waitMs = waits.reconnectMs
    let eventCount = 0
    try {
      const { safe, seen, heldBack } = await readWatermark(log)
      await verifyNew()
      const hasNewEvents = safe !== null && isAfter(safe, cursor)
      if (hasNewEvents) {
        const before = { xid: safe.xid, position: safe.position + 1n }
        const pages = logPages(log, { after: cursor, before, types: isByIndex ? types : undefined })
        for await (const page of readAhead(pages)) {
          await verifyNew()
          if (page.last) cursor = page.last
          eventCount += page.events.length
          const events = wanted ? page.events.filter(({ type }) => wanted.has(type)) : page.events
          if (events.length > 0) yield events
          if (signal.aborted) return
        }
        cursor = safe
      }
      if (hasNewEvents || !caughtUp)
        yield { caughtUp: formatPosition(log.generation, cursor), ...(hasNewEvents && seen && { seen }) }
      caughtUp = true
      // Another program may hold events back. It does not notify when it ends.
      recheckMs = heldBack && !hasNewEvents ? Math.min(recheckMs * 2, waits.heldBackMaxMs) : waits.heldBackMs
      waitMs = heldBack ? recheckMs : pollMs
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
    const restMs = Math.min(1, eventCount / waits.manyEvents) * waits.restMs
    if (restMs >= 1) await pause(restMs, undefined, { signal }).catch(() => {})
    await notifier.wait(count, waitMs, signal)
  }
}
