import type { ReadOptions, Revision, StoredEvent } from '../../port.ts'
import type { Connection } from '../connection.ts'
import { asUnavailable, isMissing } from '../failures.ts'
import { maxRepeatSearch } from '../limits.ts'
import type { LogPosition } from '../log-position.ts'
import { type StreamRange, streamRequest } from './read-request.ts'
import { idOf, isSystemEvent, positionOf, toStoredEvent } from './wire-events.ts'

/** One stream. Reads as the reader asks for events. */
export async function* readStream(
  connection: Connection,
  stream: string,
  { direction = 'forwards', from, limit = Number.POSITIVE_INFINITY }: ReadOptions = {},
): AsyncGenerator<StoredEvent> {
  if (limit <= 0) return
  const start = from ?? (direction === 'forwards' ? 'start' : 'end')
  for await (const event of wireEvents(connection, stream, { from: start, direction, count: limit }))
    if (!isSystemEvent(event)) yield toStoredEvent(event)
}

/** The events of a stream with any name. Missing, deleted and tombstoned streams are empty. */
export async function* wireEvents(connection: Connection, stream: string, range: StreamRange) {
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

/** The newest events of a stream by id, in lower case, the newest first. */
export type StreamEnd = ReadonlyMap<string, { revision: Revision; logPosition: LogPosition }>

/** @throws {StoreUnavailable} */
export async function readEnd(connection: Connection, stream: string): Promise<StreamEnd> {
  const end = new Map<string, { revision: Revision; logPosition: LogPosition }>()
  const newest = { from: 'end', direction: 'backwards', count: maxRepeatSearch } as const
  for await (const event of wireEvents(connection, stream, newest))
    end.set(idOf(event), { revision: Number(event.getStreamRevision()), logPosition: positionOf(event) })
  return end
}

/** Of the event at this revision; null: it was deleted. @throws {StoreUnavailable} */
export async function positionAt(connection: Connection, stream: string, revision: Revision) {
  for await (const event of wireEvents(connection, stream, { from: revision, count: 1 }))
    return Number(event.getStreamRevision()) === revision ? positionOf(event) : null
  return null
}

/** The place of the last of these events, if all are in the stream; else null. */
export function found(end: StreamEnd, events: readonly { id: string }[]) {
  const each = events.map(({ id }) => end.get(id.toLowerCase()))
  return each.includes(undefined) ? null : (each.at(-1) ?? null)
}
