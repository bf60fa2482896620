import type { StreamAppend } from '@tba/event-store/port.ts'
import {
  type EventStore,
  type Expected,
  type NewEvent,
  type Position,
  type Recorded,
  RevisionConflict,
} from '@tba/event-store/port.ts'

/** An append as it will be made in the log, when its moment has come. */
export type Rehearsed = StreamAppend & { atMs: number }

/**
 * A log in memory in which a story runs before it enters the real one: commands read here what they have appended here.
 * The real log gets the same appends later, in the order of their times, between those of other stories.
 */
export function rehearsal(onAppend: (rehearsed: Rehearsed) => void): EventStore {
  const streams = new Map<string, Recorded[]>()
  const lengths = new Map<string, number>()

  return {
    async append(stream, events, expected) {
      const length = lengths.get(stream) ?? 0
      if (!meets(expected, length - 1))
        throw new RevisionConflict(stream, expected, length ? length - 1 : null)
      lengths.set(stream, length + events.length)
      if (isRead(stream))
        streams.set(stream, [...(streams.get(stream) ?? []), ...recorded(stream, events, length)])
      onAppend({ atMs: Date.parse(events[0]?.recordedAt ?? ''), stream, events, expected })
      return { revision: length + events.length - 1, position: nowhere }
    },
    async *read(stream, { from = 0, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = {}) {
      const events = (streams.get(stream) ?? []).filter(({ revision }) => revision >= from)
      if (direction === 'backwards') throw new Error('a rehearsal is read from its beginning')
      yield* events.slice(0, limit)
    },
    readAll: () => aloneByStream(),
    readAt: () => aloneByStream(),
    follow: () => aloneByStream(),
    deleteStreams: () => aloneByStream(),
    head: async () => null,
    settled: async () => true,
    close: async () => {},
  }
}

/** The position is not known before the real append. */
const nowhere = '' as Position

/** What is tracked is only ever appended to. */
const isRead = (stream: string) => !stream.startsWith('visit-')

function meets(expected: Expected, revision: number): boolean {
  if (expected === 'any') return true
  if (expected === 'stream_exists') return revision >= 0
  return expected === 'no_stream' ? revision < 0 : revision === expected
}

function recorded(stream: string, events: readonly NewEvent[], length: number): Recorded[] {
  return events.map((event, at) => ({
    ...event,
    recordedAt: event.recordedAt ?? '',
    stream,
    revision: length + at,
    position: nowhere,
  }))
}

function aloneByStream(): never {
  throw new Error('a rehearsal holds one story: there is no log to read')
}
