import { setTimeout as pause } from 'node:timers/promises'
import type { Position, Recorded } from '../port.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, isNoPlace } from './failures.ts'
import { readAtWindow, waits } from './limits.ts'
import { type Place, placeOf, tokenOf } from './place.ts'
import { readHead } from './read-log.ts'
import { ofLog } from './read-request.ts'
import { isOfSystem, placeOfEvent, recorded, type WireEvent } from './recorded.ts'

/** The server has no call for several places: one reading each, so many at a time. What is not there is left out. */
export async function readAt(connection: Connection, positions: readonly Position[]): Promise<Recorded[]> {
  const places = positions.map(placeOf)
  const found = new Array<WireEvent | null>(places.length).fill(null)
  const left = places.entries()
  async function read(): Promise<void> {
    for (const [index, place] of left) found[index] = await eventAt(connection, place)
  }
  await Promise.all(Array.from({ length: Math.min(readAtWindow, places.length) }, read))
  return found.filter(event => event !== null).map(recorded)
}

/**
 * The very event that stood there when its position was handed out. An error that may mean that nothing stands there may
 * be any other trouble of the server, so it is looked again before the event counts as gone.
 */
async function eventAt(connection: Connection, place: Place): Promise<WireEvent | null> {
  const request = ofLog({ from: place, direction: 'forwards', count: 1, types: null })
  for (const pauseMs of [waits.reconnectMs, waits.reconnectMs * 2, null]) {
    try {
      for await (const message of connection.read(request)) {
        const event = message.getEvent()?.getEvent()
        if (event) return isThere(event, place) ? event : null
      }
      return null
    } catch (error) {
      if (!isNoPlace(error)) throw asUnavailable(error)
    }
    if (pauseMs === null) break
    await pause(pauseMs)
    // A server that is about to stop says so here.
    await readHead(connection)
  }
  return null
}

const isThere = (event: WireEvent, place: Place) =>
  !isOfSystem(event) && tokenOf(placeOfEvent(event)) === tokenOf(place)
