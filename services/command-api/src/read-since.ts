import {
  type EventStore,
  InvalidPosition,
  type Position,
  type StoredEvent,
  StoreUnavailable,
} from '@tba/event-store/port.ts'

type Since = { types: readonly string[]; after: Position | null; withinMs: number }

/**
 * All events of these types that were appended before the call: after a checkpoint, or in the whole log if it is of another
 * log. An append that still runs hides later ones, so it waits for all of them.
 * @throws {StoreUnavailable} the log is still hidden after this time
 */
export async function* readSince(
  store: EventStore,
  { types, after, withinMs }: Since,
): AsyncGenerator<StoredEvent> {
  if (!(await store.settled(withinMs))) throw new StoreUnavailable('a transaction hides the newest events')
  try {
    yield* store.readAll({ types, ...(after && { after }) })
  } catch (error) {
    if (!(after && error instanceof InvalidPosition)) throw error
    yield* store.readAll({ types })
  }
}
