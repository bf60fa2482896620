import type { EventStore, StoredEvent } from '@tba/event-store/port.ts'

/** A log of these events, with the calls that replays use. */
export function memoryLog(events: readonly { stream: string }[]): EventStore {
  const recorded = events as readonly StoredEvent[]
  async function* matching(isMatching: (event: StoredEvent) => boolean) {
    yield* recorded.filter(isMatching)
  }
  const log: Pick<EventStore, 'read' | 'readAll' | 'head'> = {
    read: stream => matching(event => event.stream === stream),
    readAll: ({ types } = {}) => matching(({ type }) => !types || types.includes(type)),
    head: async () => recorded.at(-1)?.position ?? null,
  }
  return log as EventStore
}
