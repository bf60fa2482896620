import type { Context, RecordedEvent } from '@tba/runtime/log/event-log.ts'

/** The context of what the product does by itself because of an event. */
export function causedBy({ id, metadata }: RecordedEvent): Context {
  return { actor: 'system', correlationId: metadata.correlationId, causationId: id }
}
