import type { EventStore, Position, StoredEvent } from '@tba/event-store/port.ts'
import { readTimeline } from './read-timeline.ts'

const stream = 'visit-a'
const click = (revision: number): StoredEvent => ({
  id: `event-${revision}`,
  stream,
  revision,
  position: String(revision) as Position,
  type: 'InteractionTracked',
  recordedAt: '2026-06-01T00:00:00.000Z',
  data: {
    eventType: 'button_click',
    elementId: null,
    page: '/',
    additionalData: null,
    elementText: 'à'.repeat(1024 * 1024),
  },
  metadata: { actor: 'visitor', correlationId: 'c', causationId: 'c', schemaVersion: 1 },
})

test('a part of a stream with large events ends before the answer is too large', async () => {
  const store: Pick<EventStore, 'read'> = {
    async *read(_, { direction } = {}) {
      const revisions = Array.from({ length: 12 }, (_, at) => at)
      for (const at of direction === 'backwards' ? revisions.toReversed() : revisions) yield click(at)
    },
  }
  const part = { stream, assertAwaited: () => {} }
  const first = await readTimeline(store, { ...part, after: -1 })
  expect(first).toMatchObject({ revision: 11, next: 3 })
  const second = await readTimeline(store, { ...part, after: 3 })
  expect(second?.entries[0]?.event.revision).toBe(4)
})
