import type { ReadOptions, Recorded } from '../port.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, isMissing } from './failures.ts'
import { type StreamRange, streamRequest } from './read-request.ts'
import { isSystemEvent, recorded, type WireEvent } from './recorded.ts'

/** One stream, as the reader asks for it. */
export async function* readStream(
  connection: Connection,
  stream: string,
  { direction = 'forwards', from, limit = Number.POSITIVE_INFINITY }: ReadOptions = {},
): AsyncGenerator<Recorded> {
  if (limit <= 0) return
  const start = from ?? (direction === 'forwards' ? 'start' : 'end')
  for await (const event of wireEvents(connection, stream, { from: start, direction, count: limit }))
    if (!isSystemEvent(event)) yield recorded(event)
}

/** The events of a stream of whatever name. Missing, deleted and tombstoned streams are empty. */
export async function* wireEvents(
  connection: Connection,
  stream: string,
  range: StreamRange,
): AsyncGenerator<WireEvent> {
  try {
    for await (const message of connection.read(streamRequest(stream, range))) {
      if (message.hasStreamNotFound()) return
      const event = message.getEvent()?.getEvent()
      if (event) yield event
    }
  } catch (error) {
    if (isMissing(error)) return
    throw asUnavailable(error)
  }
}
