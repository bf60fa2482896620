import { setTimeout as pause } from 'node:timers/promises'
import {
  InvalidPosition,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreUnavailable,
} from '../port.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, isNoPlace } from './failures.ts'
import { scanAtMost, timeouts, waits } from './limits.ts'
import { isAfter, isSame, logStart, type Place, placeOf, tokenOf } from './place.ts'
import { type Direction, ofLog, ordinaryTypes, patternOf } from './read-request.ts'
import { isOfSystem, placeOfEvent, recorded, type WireEvent } from './recorded.ts'
import { search } from './search.ts'

/** Both exclusive. */
export type Stretch = {
  after: Place
  before?: Place | undefined
  types?: readonly string[] | undefined
  signal?: AbortSignal
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
  const events =
    direction === 'forwards' ? forwards(connection, stretch, left) : backwards(connection, stretch, left)
  for await (const event of events) {
    yield recorded(event)
    if (--left <= 0) return
  }
}

/** Our events of a stretch, in order; with types by the server's filter. @throws {StoreUnavailable} */
export function forwards(
  connection: Connection,
  { after, before, types, signal }: Stretch,
  count = Number.POSITIVE_INFINITY,
): AsyncGenerator<WireEvent> {
  const reading = { ...(signal && { signal }) }
  const all = types
    ? search(connection, { after, types, before, ...reading })
    : scan(connection, { from: after, direction: 'forwards', count: count + 1, types: null }, reading)
  return before ? until(before, all) : all
}

async function* until(before: Place, events: AsyncIterable<WireEvent>): AsyncGenerator<WireEvent> {
  for await (const event of events) {
    if (!isAfter(before, placeOfEvent(event))) return
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
  const pattern = types ? patternOf(types) : null
  const request = { from: before ?? ('end' as const), direction: 'backwards' as const, count, types: pattern }
  const reading = types ? { limitMs: timeouts.searchMs } : {}
  for await (const event of scan(connection, request, reading)) {
    if (!isAfter(placeOfEvent(event), after)) return
    yield event
  }
}

type Scan = { from: Place | 'end'; direction: Direction; count: number; types: string | null }

/**
 * A reading that goes on where events of the system took the places of those that were asked for, each time with more of
 * them. Forwards the server begins with the event at the place itself, which is left out.
 */
async function* scan(
  connection: Connection,
  { from, direction, count: wanted, types }: Scan,
  reading: { signal?: AbortSignal; limitMs?: number },
): AsyncGenerator<WireEvent> {
  let count = wanted
  let next: Place | 'start' | 'end' = from !== 'end' && isSame(from, logStart) ? 'start' : from
  for (;;) {
    const begun = direction === 'forwards' && typeof next === 'object' ? next : null
    let received = 0
    let last: WireEvent | undefined
    try {
      for await (const message of connection.read(ofLog({ from: next, direction, count, types }), reading)) {
        const event = message.getEvent()?.getEvent()
        if (!event) continue
        last = event
        const isBegun = received++ === 0 && begun && isSame(placeOfEvent(event), begun)
        if (!isBegun && !isOfSystem(event)) yield event
      }
    } catch (error) {
      throw asUnavailable(error)
    }
    if (!last || received < count || reading.signal?.aborted) return
    next = placeOfEvent(last)
    count = Math.max(count, Math.min(count * 2, scanAtMost))
  }
}

/** The newest event of ours, and where it stands. */
export async function readHead(connection: Connection): Promise<Place | null> {
  const newest: Scan = { from: 'end', direction: 'backwards', count: 1, types: ordinaryTypes }
  for await (const event of scan(connection, newest, {})) return placeOfEvent(event)
  return null
}

/**
 * The place of a position, if its event stands there still. A log that was restored to an older state has another event
 * there or none, and so has one from which that event was scavenged: its reader starts again, which costs time and is
 * never wrong. Another event at the very place is proof at once. An error that may mean that nothing stands there may be
 * any other trouble of the server, so it is looked again, for as long as an answer may take.
 * @throws {InvalidPosition} {StoreUnavailable}
 */
export async function standing(
  connection: Connection,
  position: Position,
  signal?: AbortSignal,
): Promise<Place> {
  const place = placeOf(position)
  if (isSame(place, logStart)) return place
  const deadline = performance.now() + connection.answerMs
  for (let pauseMs = waits.reconnectMs; ; pauseMs *= 2) {
    const found = await eventAt(connection, place)
    if (found && tokenOf(found) === position) return place
    const isProof = found && isSame(found, place)
    if (isProof || performance.now() >= deadline) break
    await rest(Math.min(pauseMs, deadline - performance.now()), signal)
    if (signal?.aborted) throw new StoreUnavailable('no more is asked of the event store')
    // A server that is about to stop says so here.
    await readHead(connection)
  }
  throw new InvalidPosition(`no event of this log stands at ${position}: it was restored or scavenged`)
}

/** The first that stands there or later; null: none, or an error that may mean so. */
async function eventAt(connection: Connection, from: Place): Promise<Place | null> {
  const request = ofLog({ from, direction: 'forwards', count: 1, types: null })
  try {
    for await (const message of connection.read(request)) {
      const event = message.getEvent()?.getEvent()
      if (event) return placeOfEvent(event)
    }
  } catch (error) {
    if (!isNoPlace(error)) throw asUnavailable(error)
  }
  return null
}

const rest = (ms: number, signal?: AbortSignal) =>
  pause(ms, undefined, signal ? { signal } : {}).catch(() => {})
