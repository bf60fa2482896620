import type { EventStore, Recorded } from '@tba/event-store/port.ts'

/** A log of these events, with the calls that replays use. */
export function toldLog(events: readonly { stream: string }[]): EventStore {
  const recorded = events as readonly Recorded[]
  async function* among(wanted: (event: Recorded) => boolean) {
    yield* recorded.filter(wanted)
  }
  const log: Pick<EventStore, 'read' | 'readAll' | 'head'> = {
    read: stream => among(event => event.stream === stream),
    readAll: ({ types } = {}) => among(({ type }) => !types || types.includes(type)),
    head: async () => recorded.at(-1)?.position ?? null,
  }
  return log as EventStore
}
