import type { Position } from '@tba/event-store/port.ts'
import { historyEvent } from '@tba/events/history/views.ts'
import { expect, test } from 'vitest'
import { historyEventOf } from './history-event.ts'

test.each(['', 'infinity', 'ieri'])(
  'an event whose time is damaged (%j) does not spoil its page',
  recordedAt => {
    const position = '00000001-0000000000000001-0000000000000001' as Position
    const id = '00000000-0000-4000-8000-000000000001'
    const event = { id, position, recordedAt, stream: 'lead-1', revision: 0, type: 'LeadSubmitted', data: {} }
    const shown = historyEventOf({ ...event, metadata: {}, sealed: [] })
    expect(historyEvent.parse(shown).recordedAt).toBe('1970-01-01T00:00:00.000Z')
  },
)
