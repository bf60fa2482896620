import type { JsonObject, Position, StoredEvent } from '@tba/event-store/port.ts'
import { maskEvent } from './mask-event.ts'

function stored(type: string, data: JsonObject, schemaVersion = 1): StoredEvent {
  const metadata = { actor: 'test', correlationId: 'c', causationId: 'c', schemaVersion }
  const recordedAt = '2026-07-14T15:20:00.000Z'
  return { id: 'e', type, data, metadata, recordedAt, stream: 's-1', revision: 3, position: '7' as Position }
}

const box = { person: 'p', keyVersion: 1, keyId: 'k', box: 'secret ciphertext' }
const shown = ({ data, sealed }: ReturnType<typeof maskEvent>) => ({ data, sealed })

test('sealed fields are null and named, and the sealed box is left out', () => {
  const event = stored('AdminCreated', { role: 'admin', sealed: box })
  expect(shown(maskEvent(event))).toEqual({
    data: { role: 'admin', email: null, passwordHash: null },
    sealed: ['email', 'passwordHash'],
  })
})

test('masks a field that was clear in an earlier version and is personal today', () => {
  const data = { botId: 'b', userId: 1, botType: 'forex', allocatedEuro: 500, strategyName: 'Per Anna' }
  expect(shown(maskEvent(stored('BotActivated', data)))).toEqual({
    data: { ...data, strategyName: null },
    sealed: ['strategyName'],
  })
})

test('shows an event without personal fields completely', () => {
  const data = { measurementId: 'G-1234' }
  expect(shown(maskEvent(stored('MeasurementIdChanged', data)))).toEqual({ data, sealed: [] })
})

test.each<[string, StoredEvent]>([
  ['of a type of a newer build', stored('NoteWritten', { note: 'Per Anna' })],
  ['of a newer version', stored('BotActivated', { name: 'Per Anna' }, 9)],
  ['without data', stored('BotActivated', null as unknown as JsonObject)],
])('shows only the envelope of an event %s', (_, event) =>
  expect(shown(maskEvent(event))).toEqual({ data: {}, sealed: ['*'] }),
)
