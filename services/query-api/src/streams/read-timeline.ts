import type { EventStore, StoredEvent } from '@tba/event-store/port.ts'
import type { StreamTimeline } from '@tba/events/streams/views.ts'
import { personOf } from '@tba/events/streams.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { erasureOf } from '@tba/runtime/log/person-history.ts'
import { timeline } from './timeline.ts'

/** As many events as a visit holds. */
export const maxEntries = 2_000
/** Of all entries together: each state of a setup contains its bots, possibly hundreds. One event may be large too. */
const maxBytes = 8 * 1024 * 1024

export type Part = {
  stream: string
  /** Exclusive: the revision before the first entry. */
  after: number
  /** Inclusive; absent: up to the newest. */
  asOf?: number | undefined
  /** Throws if the client has disconnected. */
  assertAwaited: () => void
}

/**
 * A part of a stream, folded from its beginning. Earlier events are folded one by one and not kept, so a long stream
 * takes time but no memory. @returns null for a stream without events
 */
export async function readTimeline(
  store: Pick<EventStore, 'read'>,
  { stream, after, asOf, assertAwaited }: Part,
): Promise<StreamTimeline | null> {
  const newest = await first(store.read(stream, { direction: 'backwards', limit: 1 }))
  if (!newest) return null
  const erasedAt = await erasureOf(store, personOf(newest))
  const answer: Omit<StreamTimeline, 'next'> = { stream, revision: newest.revision, entries: [], erasedAt }
  const { foldToEntry, fold } = timeline(stream)
  let left = maxBytes
  for await (const recorded of store.read(stream)) {
    assertAwaited()
    if (recorded.revision > Math.min(asOf ?? newest.revision, newest.revision)) break
    const last = answer.entries.at(-1)
    if (last && (answer.entries.length === maxEntries || left < 0))
      return { ...answer, next: last.event.revision }
    const event = maskEvent(recorded)
    if (event.revision <= after) fold(event)
    else {
      const entry = { event: historyEventOf(event), ...foldToEntry(event) }
      left -= Buffer.byteLength(JSON.stringify(entry))
      answer.entries.push(entry)
    }
  }
  return { ...answer, next: null }
}

async function first(events: AsyncIterable<StoredEvent>): Promise<StoredEvent | null> {
  for await (const event of events) return event
  return null
}
