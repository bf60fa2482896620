import type { Recorded } from '@tba/event-store/port.ts'

/** Why this build cannot read an event: what is written by a newer one, or what is not whole here. */
export type UnreadableReason = 'unknown-type' | 'newer-version' | 'missing-key' | 'damaged'

/** An event of which only the envelope is known. The message names places and persons' ids, never data. */
export type UnreadableEvent = Omit<Recorded, 'data'> & {
  unreadable: { reason: UnreadableReason; message: string }
}

/** Somebody asked for events of which one cannot be read: whatever they fold from the others would be wrong. */
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
