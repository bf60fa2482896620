import type { Revision } from '../port.ts'
import type { Connection } from './connection.ts'
import type { KnownIds } from './known-ids.ts'
import type { Place } from './place.ts'
import { wireEvents } from './read-stream.ts'
import { idOf, placeOfEvent } from './recorded.ts'

/** What appends have to know of a stream. All throw StoreUnavailable. */
export function streamReader(connection: Connection, known: KnownIds) {
  return {
    /** Reads on from what is known, up to the end. */
    async learn(stream: string): Promise<void> {
      const last = known.get(stream)?.last
      const from = typeof last === 'number' ? last + 1 : 'start'
      const ids: string[] = []
      let first: Revision | null = null
      for await (const event of wireEvents(connection, stream, { from })) {
        first ??= Number(event.getStreamRevision())
        ids.push(idOf(event))
      }
      known.add(stream, first ?? 0, ids)
    },
    async placeAt(stream: string, revision: Revision): Promise<Place | null> {
      for await (const event of wireEvents(connection, stream, { from: revision, count: 1 }))
        return Number(event.getStreamRevision()) === revision ? placeOfEvent(event) : null
      return null
    },
    /** Where the last of these events stands, if all of them end the stream; else null. */
    async find(stream: string, ids: readonly string[]): Promise<Revision | null> {
      const missing = new Set(ids)
      let last: Revision | null = null
      for await (const event of wireEvents(connection, stream, { from: 'end', direction: 'backwards' })) {
        if (!missing.delete(idOf(event)) && last !== null) return null
        if (missing.size < ids.length) last ??= Number(event.getStreamRevision())
        if (missing.size === 0) return last
      }
      return null
    },
  }
}
