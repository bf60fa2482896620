import type { EventStore, StoredEvent } from '@tba/event-store/port.ts'

/** A log of these events, with the calls that replays use. */
export function memoryLog(events: readonly { stream: string }[]): EventStore {
  const recorded = events as readonly StoredEvent[]
  async function* matching(isMatching: (event: StoredEvent) => boolean) {
    yield* recorded.filter(isMatching)
  }
  const log: Pick<EventStore, 'read' | 'readAll' | 'head' | 'deletesAtOnce'> = {
    async *read(stream, { direction, limit } = {}) {
      const found = recorded.filter(event => event.stream === stream)
      yield* (direction === 'backwards' ? found.toReversed() : found).slice(0, limit)
    },
    deletesAtOnce: true,
    readAll: ({ types } = {}) => matching(({ type }) => !types || types.includes(type)),
    head: async () => recorded.at(-1)?.position ?? null,
  }
  return log as EventStore
}
