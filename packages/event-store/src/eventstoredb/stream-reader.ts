import type { Revision } from '../port.ts'
import type { Connection } from './connection.ts'
import { repeatedWithin } from './limits.ts'
import type { LogPosition } from './log-position.ts'
import { wireEvents } from './read-stream.ts'
import { idOf, positionOf } from './recorded.ts'

/** The newest events of a stream by their ids in small letters, the newest first. */
export type StreamEnd = ReadonlyMap<string, { revision: Revision; logPosition: LogPosition }>

/** @throws {StoreUnavailable} */
export async function readEnd(connection: Connection, stream: string): Promise<StreamEnd> {
  const end = new Map<string, { revision: Revision; logPosition: LogPosition }>()
  const newest = { from: 'end', direction: 'backwards', count: repeatedWithin } as const
  for await (const event of wireEvents(connection, stream, newest))
    end.set(idOf(event), { revision: Number(event.getStreamRevision()), logPosition: positionOf(event) })
  return end
}

/** Of the event at this revision; null: it is not there any more. @throws {StoreUnavailable} */
export async function positionAt(connection: Connection, stream: string, revision: Revision) {
  for await (const event of wireEvents(connection, stream, { from: revision, count: 1 }))
    return Number(event.getStreamRevision()) === revision ? positionOf(event) : null
  return null
}

/** Where the last of these events stands, where all of them do. */
export function found(end: StreamEnd, events: readonly { id: string }[]) {
  const each = events.map(({ id }) => end.get(id.toLowerCase()))
  return each.includes(undefined) ? null : (each.at(-1) ?? null)
}
