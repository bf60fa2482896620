import type { Position } from '@tba/event-store/port.ts'
import { historyEvent } from '@tba/events/history/views.ts'
import { historyEventOf } from './history-event.ts'
import { maskEvent } from './mask-event.ts'

test.each(['', 'infinity', 'ieri'])(
  'an event with a damaged time (%j) does not break its page',
  recordedAt => {
    const position = '00000001-0000000000000001-0000000000000001' as Position
    const id = '00000000-0000-4000-8000-000000000001'
    const event = { id, position, recordedAt, stream: 'lead-1', revision: 0, type: 'LeadSubmitted', data: {} }
    const shown = historyEventOf({ ...event, metadata: {}, sealed: [] })
    expect(historyEvent.parse(shown).recordedAt).toBe('1970-01-01T00:00:00.000Z')
  },
)

test('a line has the envelope, the clear fields, and the names of sealed fields', () => {
  const event = {
    id: '00000000-0000-4000-8000-000000000001',
    stream: 'admin-1',
    revision: 0,
    type: 'AdminCreated',
    data: { role: 'admin', sealed: { person: 'p', keyVersion: 1, keyId: 'k', box: 'secret ciphertext' } },
    metadata: { actor: 'system', correlationId: 'c', causationId: 'd', schemaVersion: 1 },
    recordedAt: '2026-07-14T15:20:00.000Z',
    position: '00000001-0000000000000001-0000000000000001' as Position,
  }
  expect(JSON.stringify(historyEventOf(maskEvent(event)))).toBe(
    `{"id":"${event.id}","stream":"admin-1","revision":0,"type":"AdminCreated",` +
      '"data":{"role":"admin","email":null,"passwordHash":null},"recordedAt":"2026-07-14T15:20:00.000Z",' +
      `"position":"${event.position}","actor":"system","correlationId":"c","causationId":"d","visitId":null,` +
      '"schemaVersion":1,"sealed":["email","passwordHash"]}',
  )
})
