import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { remembered } from '@tba/events/remembered.ts'

/** Whether a position is of this log, and not of a generation before a restore. Reads no more than the next event. */
export async function isReadable(store: Pick<EventStore, 'readAll'>, position: Position): Promise<boolean> {
  if (position === '') return true
  try {
    for await (const _ of store.readAll({ after: position, limit: 1 })) break
    return true
  } catch (error) {
    if (error instanceof InvalidPosition) return false
    throw error
  }
}

/** The same, asked once for each position: where the event there is gone, EventStoreDB takes 5 s to say so. */
export const readableOnce = (store: EventStore) =>
  remembered((position: Position) => isReadable(store, position))
