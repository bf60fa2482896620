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
import { asUnavailable, isNoPlace } from './failures.ts'
import { readAtWindow, scanAtMost, timeouts, waits } from './limits.ts'
import { isAfter, isSame, logStart, type Place, placeOf, tokenOf } from './place.ts'
import { type From, type LogRange, ofLog, ordinaryTypes, patternOf } from './read-request.ts'
import { isOfSystem, placeOfEvent, recorded, type WireEvent } from './recorded.ts'
import { search } from './search.ts'

/** Both exclusive. */
export type Stretch = {
  after: Place
  before?: Place | undefined
  types?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}

export async function* readAll(
  connection: Connection,
  { after, before, types, direction = 'forwards', limit = Number.POSITIVE_INFINITY }: ReadAllOptions = {},
): AsyncGenerator<Recorded> {
  const stretch = {
    after: after === undefined ? logStart : await standing(connection, after),
    before: before === undefined ? undefined : await standing(connection, before),
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

/** A place that lies behind this one, and before every other event. */
export const behind = (place: Place): Place => ({ ...place, prepare: place.prepare + 1n })

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
    if (before && !isAfter(before, placeOfEvent(event))) return
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
    if (!isAfter(placeOfEvent(event), after)) return
    yield event
  }
}

/** A reading from a place on, the events of the system too. */
async function* page(connection: Connection, range: LogRange, reading: Reading) {
  try {
    for await (const message of connection.read(ofLog(range), reading)) {
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
 * The server begins with the event at the place itself, which is left out. A reading that ends in order, as those of a server
 * that stops do, is not the end of the log: that has been reached where the head has been seen.
 */
async function* scanForwards(
  connection: Connection,
  { after, count: wanted }: { after: Place; count: number },
  reading: Reading,
): AsyncGenerator<WireEvent> {
  let count = wanted + 1
  let reached = after
  let end: Place | null = null
  for (;;) {
    const from: From<Place> = isSame(reached, logStart) ? 'start' : reached
    const begun = reached
    let received = 0
    const query = { from, direction: 'forwards' as const, count, types: null }
    for await (const event of page(connection, query, reading)) {
      received++
      const place = placeOfEvent(event)
      if (from !== 'start' && isSame(place, begun)) continue
      reached = place
      if (!isOfSystem(event)) yield event
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
  { from, count: wanted, types }: { from: From<Place>; count: number; types: string | null },
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
      next = placeOfEvent(event)
      if (!isOfSystem(event)) yield event
    }
    if (received < count) return
  }
}

/** Where the newest event of ours stands. */
export async function readHead(connection: Connection): Promise<Place | null> {
  for await (const event of scanBackwards(connection, { from: 'end', count: 1, types: ordinaryTypes }))
    return placeOfEvent(event)
  return null
}

/** The server has no call for several places: one reading each, so many at a time. What is not there is left out. */
export async function readAt(connection: Connection, positions: readonly Position[]): Promise<Recorded[]> {
  const found = await pLimit(readAtWindow).map(positions.map(placeOf), async place => {
    const event = await firstFrom(connection, place, { patienceMs: waits.goneMs })
    return event && !isOfSystem(event) && isOf(place, event) ? recorded(event) : null
  })
  return found.filter(event => event !== null)
}

/**
 * The place of a position, if its event stands there still. A log that was restored to an older state has another event
 * there or none, and so has one from which that event was scavenged: its reader starts again, which costs time and is
 * never wrong.
 * @throws {InvalidPosition} {StoreUnavailable}
 */
export async function standing(
  connection: Connection,
  position: Position,
  signal?: AbortSignal,
): Promise<Place> {
  const place = placeOf(position)
  if (isSame(place, logStart)) return place
  const event = await firstFrom(connection, place, { patienceMs: connection.answerMs, signal })
  if (event && isOf(place, event)) return place
  throw new InvalidPosition(`no event of this log stands at ${position}: it was restored or scavenged`)
}

const isOf = (place: Place, event: WireEvent) => tokenOf(placeOfEvent(event)) === tokenOf(place)

/** The first event that stands there or later; null: none. An error may be other trouble: it is looked again for a while. */
async function firstFrom(
  connection: Connection,
  from: Place,
  { patienceMs, signal }: { patienceMs: number; signal?: AbortSignal | undefined },
): Promise<WireEvent | null> {
  const request = ofLog({ from, direction: 'forwards', count: 1, types: null })
  const deadline = performance.now() + patienceMs
  for (let pauseMs = waits.reconnectMs; ; pauseMs *= 2) {
    try {
      for await (const message of connection.read(request)) {
        const event = message.getEvent()?.getEvent()
        if (event) return event
      }
    } catch (error) {
      if (!isNoPlace(error)) throw asUnavailable(error)
    }
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) return null
    await pause(Math.min(pauseMs, leftMs), undefined, signal ? { signal } : {}).catch(() => {})
    if (signal?.aborted) throw new StoreUnavailable('no more is asked of the event store')
    // A server that is about to stop says so here.
    await readHead(connection)
  }
}
