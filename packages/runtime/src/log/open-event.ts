import type { JsonObject, StoredEvent } from '@tba/event-store/port.ts'
import { type EventShape, personalAt, upcast } from '@tba/events/event.ts'
import { findShape } from '@tba/events/registry.ts'
import { openData } from '../sealing/codec.ts'
import { KeyMissing, type OpeningKeys } from '../sealing/keyring.ts'

/** Why this build cannot read an event: a newer build wrote it, its key is missing, or it is damaged. */
export type UnreadableReason = 'unknown-type' | 'newer-version' | 'missing-key' | 'damaged'

/** Only the envelope of the event is known. The message names the event and person ids, never data. */
export type UnreadableEvent = Omit<StoredEvent, 'data'> & {
  unreadable: { reason: UnreadableReason; message: string }
}

/** An event cannot be read. A state folded from the others would be wrong. */
export class EventUnreadable extends Error {
  override readonly name = 'EventUnreadable'
  readonly event: UnreadableEvent
  constructor(event: UnreadableEvent) {
    super(event.unreadable.message)
    this.event = event
  }
}

export function isUnreadable<E extends object>(event: E | UnreadableEvent): event is UnreadableEvent {
  return 'unreadable' in event
}

const isoLength = '2026-01-01T00:00:00.000Z'.length

/** Opens an event in its current shape, or says why this build cannot read it. Never throws: other events stay readable. */
export function openEvent(
  event: StoredEvent,
  keys: OpeningKeys,
  find: (type: string) => EventShape | null = findShape,
): StoredEvent | UnreadableEvent {
  const shape = find(event.type)
  if (!shape) return unreadable(event, 'unknown-type', 'this build knows no such event')
  // JSON data can be null.
  const { schemaVersion, visitId } = event.metadata ?? {}
  const version = Number(schemaVersion)
  if (!(Number.isInteger(version) && version >= 1)) return unreadable(event, 'damaged', 'it has no version')
  if (version > shape.version)
    return unreadable(event, 'newer-version', `its version is ${version}, this build knows ${shape.version}`)
  if (visitId !== undefined && typeof visitId !== 'string')
    return unreadable(event, 'damaged', 'its visit is none')
  if (event.recordedAt.length !== isoLength) return unreadable(event, 'damaged', 'its time is none')
  try {
    return { ...event, data: currentData(event, { shape, version }, keys) }
  } catch (error) {
    if (error instanceof KeyMissing) return unreadable(event, 'missing-key', error.message)
    // Leave the error out: its message may quote the data.
    return unreadable(event, 'damaged', 'its data do not open, or do not fit')
  }
}

type EventVersion = { shape: EventShape; version: number }

function currentData(event: StoredEvent, { shape, version }: EventVersion, keys: OpeningKeys): JsonObject {
  const personal = personalAt(shape, version)
  const opened = openData(event, { data: event.data, personal }, keys)
  return shape.schema.parse(upcast(shape, version, opened)) as JsonObject
}

function unreadable(event: StoredEvent, reason: UnreadableReason, why: string): UnreadableEvent {
  const { data: _, ...envelope } = event
  const message = `${event.type} (${event.stream}@${event.revision}) cannot be read: ${why}`
  return { ...envelope, unreadable: { reason, message } }
}
