import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import {
  InvalidPosition,
  type Position,
  type ReadAllOptions,
  type StoredEvent,
  StoreUnavailable,
} from '../../port.ts'
import type { Connection, ReadLimits } from '../connection.ts'
import { asUnavailable, isNoPosition } from '../failures.ts'
import { maxScan, pauseAfterMs, readAtWindow, timeouts, waits } from '../limits.ts'
import { formatPosition, isAfter, isSame, type LogPosition, origin, parsePosition } from '../log-position.ts'
import { type LogRange, logRequest, ordinaryTypes, patternOf } from './read-request.ts'
import { search } from './search.ts'
import { isSystemEvent, positionOf, toStoredEvent, type WireEvent } from './wire-events.ts'

export async function* readAll(connection: Connection, options: ReadAllOptions = {}) {
  const { types, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = options
  const after = options.after === undefined ? origin : await verifyPosition(connection, options.after)
  const before = options.before === undefined ? null : await verifyPosition(connection, options.before)
  if (limit <= 0) return
  let left = limit
  const events =
    direction === 'forwards'
      ? forwards(connection, { after, types }, limit)
      : backwards(connection, { before, types }, limit)
  for await (const event of events) {
    const isBeyond =
      direction === 'forwards'
        ? before && !isAfter(before, positionOf(event))
        : !isAfter(positionOf(event), after)
    if (isBeyond) return
    yield toStoredEvent(event)
    if (--left <= 0) return
  }
}

type Types = readonly string[] | undefined

/** Our events after a position, in order. Types are found by the server's filter. @throws {StoreUnavailable} */
export function forwards(
  connection: Connection,
  { after, types, signal }: { after: LogPosition; types: Types; signal?: AbortSignal },
  count = Number.POSITIVE_INFINITY,
): AsyncGenerator<WireEvent> {
  return types
    ? search(connection, { after, types }, signal)
    : scanForwards(connection, { after, count }, { signal })
}

/** For types the server searches everything in between, and sends nothing until it finds one. */
async function* backwards(
  connection: Connection,
  { before, types }: { before: LogPosition | null; types: Types },
  count: number,
): AsyncGenerator<WireEvent> {
  if (types?.length === 0) return
  const range = { from: before ?? 'end', count, types: types ? patternOf(types) : null } as const
  yield* scanBackwards(connection, range, types ? { limitMs: timeouts.searchMs } : {})
}

/** One read, with the events of the system. */
async function* page(connection: Connection, range: LogRange, reading: ReadLimits) {
  try {
    for await (const message of connection.read(logRequest(range), reading)) {
      const event = message.getEvent()?.getEvent()
      if (event) yield event
    }
  } catch (error) {
    throw asUnavailable(error)
  }
}

/** More are read if events of the system took the place of others. */
const more = (count: number) => Math.max(count, Math.min(count * 2, maxScan))

/**
 * The server starts with the event at the position itself, which is left out. A read that ends without an error, as on a server
 * that stops, is not the end of the log. The end is where the head was.
 */
async function* scanForwards(
  connection: Connection,
  { after, count: wanted }: { after: LogPosition; count: number },
  reading: ReadLimits,
): AsyncGenerator<WireEvent> {
  let reached = after
  let end: LogPosition | null = null
  for (let count = wanted + 1; ; count = more(count)) {
    const start = reached
    let received = 0
    const from = isSame(start, origin) ? 'start' : start
    const range = { from, direction: 'forwards', count, types: null } as const
    for await (const event of page(connection, range, reading)) {
      received++
      reached = positionOf(event)
      if (from !== 'start' && isSame(reached, start)) continue
      if (!isSystemEvent(event)) yield event
    }
    if (reading.signal?.aborted) return
    if (received < count) {
      end ??= (await readHead(connection)) ?? origin
      if (!isAfter(end, reached)) return
      if (isSame(reached, start)) throw new StoreUnavailable('a read of the log ended before its end')
    }
  }
}

async function* scanBackwards(
  connection: Connection,
  { from, count: wanted, types }: Omit<LogRange, 'direction'>,
  reading: ReadLimits = {},
): AsyncGenerator<WireEvent> {
  let next = from
  for (let count = wanted; ; count = more(count)) {
    let received = 0
    const range = { from: next, direction: 'backwards', count, types } as const
    for await (const event of page(connection, range, reading)) {
      received++
      next = positionOf(event)
      if (!isSystemEvent(event)) yield event
    }
    if (received < count) return
  }
}

/** The position of our newest event. */
export async function readHead(connection: Connection): Promise<LogPosition | null> {
  for await (const event of scanBackwards(connection, { from: 'end', count: 1, types: ordinaryTypes }))
    return positionOf(event)
  return null
}

/** The server has no call for several positions: each is one read, several at a time. Missing events are left out. */
export async function readAt(connection: Connection, positions: readonly Position[]): Promise<StoredEvent[]> {
  const found = await pLimit(readAtWindow).map(positions.map(parsePosition), async logPosition => {
    const event = await eventAt(connection, logPosition, { retryForMs: waits.deletedMs })
    return event && !isSystemEvent(event) ? toStoredEvent(event) : null
  })
  return found.filter(event => event !== null)
}

/**
 * The parsed position, if its event is still there. A log that was restored to an older state has another event there or
 * none. So has one from which the event was scavenged: its reader starts again, which costs time and is never wrong.
 * @throws {InvalidPosition} {StoreUnavailable}
 */
export async function verifyPosition(connection: Connection, position: Position, signal?: AbortSignal) {
  const logPosition = parsePosition(position)
  if (isSame(logPosition, origin)) return logPosition
  if (await eventAt(connection, logPosition, { retryForMs: connection.answerMs, signal })) return logPosition
  throw new InvalidPosition(`this log has no event at ${position}: it was restored or scavenged`)
}

/** The event at this position; null: another one or none. An error may have another cause, so the read is repeated for a while. */
async function eventAt(
  connection: Connection,
  from: LogPosition,
  { retryForMs, signal }: { retryForMs: number; signal?: AbortSignal | undefined },
): Promise<WireEvent | null> {
  const request = logRequest({ from, direction: 'forwards', count: 1, types: null })
  const deadline = performance.now() + retryForMs
  for (let failures = 1; ; failures++) {
    try {
      for await (const message of connection.read(request)) {
        const event = message.getEvent()?.getEvent()
        if (event) return formatPosition(positionOf(event)) === formatPosition(from) ? event : null
      }
    } catch (error) {
      if (!isNoPosition(error)) throw asUnavailable(error)
    }
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) return null
    await pause(Math.min(pauseAfterMs(failures), leftMs), undefined, { signal }).catch(() => {})
    if (signal?.aborted) throw new StoreUnavailable('no more is asked of the event store')
    // A server that is about to stop reports it here.
    await readHead(connection)
  }
}
