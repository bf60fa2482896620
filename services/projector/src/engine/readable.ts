import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'

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
