import type { ReadOptions, Recorded, Revision } from '../port.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, isMissing } from './failures.ts'
import { ofStream } from './read-request.ts'
import { isOfSystem, recorded, type WireEvent } from './recorded.ts'

/** One stream, as the reader asks for it. Missing, deleted and tombstoned streams are empty. */
export async function* readStream(
  connection: Connection,
  stream: string,
  { direction = 'forwards', from, limit = Number.POSITIVE_INFINITY }: ReadOptions = {},
): AsyncGenerator<Recorded> {
  if (limit <= 0) return
  const start = from ?? (direction === 'forwards' ? 'start' : 'end')
  const request = ofStream(stream, { from: start, direction, count: limit })
  for await (const event of eventsOf(connection, request)) if (!isOfSystem(event)) yield recorded(event)
}

async function* eventsOf(
  connection: Connection,
  request: ReturnType<typeof ofStream>,
): AsyncGenerator<WireEvent> {
  try {
    for await (const message of connection.read(request)) {
      if (message.hasStreamNotFound()) return
      const event = message.getEvent()?.getEvent()
      if (event) yield event
    }
  } catch (error) {
    if (isMissing(error)) return
    throw asUnavailable(error)
  }
}

/** The events from this revision on, of a stream of whatever name. */
export async function* wireEvents(
  connection: Connection,
  stream: string,
  {
    from,
    direction,
    count,
  }: { from: Revision | 'start' | 'end'; direction: 'forwards' | 'backwards'; count: number },
): AsyncGenerator<WireEvent> {
  yield* eventsOf(connection, ofStream(stream, { from, direction, count }))
}
