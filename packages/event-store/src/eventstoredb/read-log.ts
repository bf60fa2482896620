import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import {
  InvalidPosition,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreUnavailable,
} from '../port.ts'
import type { Connection, Reading } from './connection.ts'
import { asUnavailable, isNoPosition } from './failures.ts'
import { readAtWindow, scanAtMost, timeouts, waits } from './limits.ts'
import { formatPosition, isAfter, isSame, type LogPosition, logStart, parsePosition } from './log-position.ts'
import { type From, type LogRange, logRequest, ordinaryTypes, patternOf } from './read-request.ts'
import { isSystemEvent, positionOf, recorded, type WireEvent } from './recorded.ts'
import { search } from './search.ts'

/** Both exclusive. */
export type Stretch = {
  after: LogPosition
  before?: LogPosition | undefined
  types?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}

export async function* readAll(
  connection: Connection,
  { after, before, types, direction = 'forwards', limit = Number.POSITIVE_INFINITY }: ReadAllOptions = {},
): AsyncGenerator<Recorded> {
  const stretch = {
    after: after === undefined ? logStart : await verifyPosition(connection, after),
    before: before === undefined ? undefined : await verifyPosition(connection, before),
    types,
  }
  if (limit <= 0) return
  let left = limit
  const read = direction === 'forwards' ? forwards : backwards
  for await (const event of read(connection, stretch, left)) {
    yield recorded(event)
    if (--left <= 0) return
  }
}

/** A position that lies behind this one, and before every other event. */
export const justAfter = (logPosition: LogPosition): LogPosition => ({
  ...logPosition,
  prepare: logPosition.prepare + 1n,
})

/** Our events of a stretch, in order; with types by the server's filter. @throws {StoreUnavailable} */
export async function* forwards(
  connection: Connection,
  { after, before, types, signal }: Stretch,
  count = Number.POSITIVE_INFINITY,
): AsyncGenerator<WireEvent> {
  const reading = signal ? { signal } : {}
  const all = types
    ? search(connection, { after, types, before, ...reading })
    : scanForwards(connection, { after, count }, reading)
  for await (const event of all) {
    if (before && !isAfter(before, positionOf(event))) return
    yield event
  }
}

/** By types the server looks through all there is in between, and says nothing until it finds one. */
async function* backwards(
  connection: Connection,
  { after, before, types }: Stretch,
  count: number,
): AsyncGenerator<WireEvent> {
  if (types?.length === 0) return
  const reading = types ? { limitMs: timeouts.searchMs } : {}
  const pattern = types ? patternOf(types) : null
  for await (const event of scanBackwards(
    connection,
    { from: before ?? 'end', count, types: pattern },
    reading,
  )) {
    if (!isAfter(positionOf(event), after)) return
    yield event
  }
}

/** A reading from a position on, the events of the system too. */
async function* page(connection: Connection, range: LogRange, reading: Reading) {
  try {
    for await (const message of connection.read(logRequest(range), reading)) {
      const event = message.getEvent()?.getEvent()
      if (event) yield event
    }
  } catch (error) {
    throw asUnavailable(error)
  }
}

/** More are read where events of the system took the places of those that were asked for. */
const more = (count: number) => Math.max(count, Math.min(count * 2, scanAtMost))

/**
 * The server begins with the event at the position itself, which is left out. A reading that ends in order, as those of a server
 * that stops do, is not the end of the log: that has been reached where the head has been seen.
 */
async function* scanForwards(
  connection: Connection,
  { after, count: wanted }: { after: LogPosition; count: number },
  reading: Reading,
): AsyncGenerator<WireEvent> {
  let count = wanted + 1
  let reached = after
  let end: LogPosition | null = null
  for (;;) {
    const from: From<LogPosition> = isSame(reached, logStart) ? 'start' : reached
    const begun = reached
    let received = 0
    const query = { from, direction: 'forwards' as const, count, types: null }
    for await (const event of page(connection, query, reading)) {
      received++
      const logPosition = positionOf(event)
      if (from !== 'start' && isSame(logPosition, begun)) continue
      reached = logPosition
      if (!isSystemEvent(event)) yield event
    }
    if (reading.signal?.aborted) return
    if (received < count) {
      end ??= await readHead(connection)
      if (!isAfter(end ?? logStart, reached)) return
      if (isSame(reached, begun)) throw new StoreUnavailable('a reading of the log ended before its end')
    }
    count = more(count)
  }
}

async function* scanBackwards(
  connection: Connection,
  { from, count: wanted, types }: { from: From<LogPosition>; count: number; types: string | null },
  reading: Reading = {},
): AsyncGenerator<WireEvent> {
  let next = from
  for (let count = wanted; ; count = more(count)) {
    let received = 0
    for await (const event of page(
      connection,
      { from: next, direction: 'backwards', count, types },
      reading,
    )) {
      received++
      next = positionOf(event)
      if (!isSystemEvent(event)) yield event
    }
    if (received < count) return
  }
}

/** Where the newest event of ours stands. */
export async function readHead(connection: Connection): Promise<LogPosition | null> {
  for await (const event of scanBackwards(connection, { from: 'end', count: 1, types: ordinaryTypes }))
    return positionOf(event)
  return null
}

/** The server has no call for several places: one reading each, so many at a time. What is not there is left out. */
export async function readAt(connection: Connection, positions: readonly Position[]): Promise<Recorded[]> {
  const found = await pLimit(readAtWindow).map(positions.map(parsePosition), async logPosition => {
    const event = await firstFrom(connection, logPosition, { patienceMs: waits.goneMs })
    return event && !isSystemEvent(event) && isOf(logPosition, event) ? recorded(event) : null
  })
  return found.filter(event => event !== null)
}

/**
 * The parsed position, if its event stands there still. A log that was restored to an older state has another event
 * there or none, and so has one from which that event was scavenged: its reader starts again, which costs time and is
 * never wrong.
 * @throws {InvalidPosition} {StoreUnavailable}
 */
export async function verifyPosition(
  connection: Connection,
  position: Position,
  signal?: AbortSignal,
): Promise<LogPosition> {
  const logPosition = parsePosition(position)
  if (isSame(logPosition, logStart)) return logPosition
  const event = await firstFrom(connection, logPosition, { patienceMs: connection.answerMs, signal })
  if (event && isOf(logPosition, event)) return logPosition
  throw new InvalidPosition(`no event of this log stands at ${position}: it was restored or scavenged`)
}

const isOf = (logPosition: LogPosition, event: WireEvent) =>
  formatPosition(positionOf(event)) === formatPosition(logPosition)

/** The first event that stands there or later; null: none. An error may be other trouble: it is looked again for a while. */
async function firstFrom(
  connection: Connection,
  from: LogPosition,
  { patienceMs, signal }: { patienceMs: number; signal?: AbortSignal | undefined },
): Promise<WireEvent | null> {
  const request = logRequest({ from, direction: 'forwards', count: 1, types: null })
  const deadline = performance.now() + patienceMs
  for (let pauseMs = waits.reconnectMs; ; pauseMs *= 2) {
    try {
      for await (const message of connection.read(request)) {
        const event = message.getEvent()?.getEvent()
        if (event) return event
      }
    } catch (error) {
      if (!isNoPosition(error)) throw asUnavailable(error)
    }
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) return null
    await pause(Math.min(pauseMs, leftMs), undefined, signal ? { signal } : {}).catch(() => {})
    if (signal?.aborted) throw new StoreUnavailable('no more is asked of the event store')
    // A server that is about to stop says so here.
    await readHead(connection)
  }
}
