import type { Recorded } from '@tba/event-store/port.ts'

/** Why this build cannot read an event: a newer build wrote it, its key is missing, or it is damaged. */
export type UnreadableReason = 'unknown-type' | 'newer-version' | 'missing-key' | 'damaged'

/** Only the envelope of the event is known. The message names the event and person ids, never data. */
export type UnreadableEvent = Omit<Recorded, 'data'> & {
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
