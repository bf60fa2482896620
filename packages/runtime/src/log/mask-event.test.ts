import type { JsonObject, Position, Recorded } from '@tba/event-store/port.ts'
import { expect, test } from 'vitest'
import { maskEvent } from './mask-event.ts'

function stored(type: string, data: JsonObject, schemaVersion = 1): Recorded {
  const metadata = { actor: 'test', correlationId: 'c', causationId: 'c', schemaVersion }
  const recordedAt = '2026-07-14T15:20:00.000Z'
  return { id: 'e', type, data, metadata, recordedAt, stream: 's-1', revision: 3, position: '7' as Position }
}

const box = { person: 'p', keyVersion: 1, keyId: 'k', box: 'secret ciphertext' }
const shown = ({ data, sealed }: ReturnType<typeof maskEvent>) => ({ data, sealed })

test('what is sealed is null and named, and the box stays inside', () => {
  const event = stored('AdminCreated', { role: 'admin', sealed: box })
  expect(shown(maskEvent(event))).toEqual({
    data: { role: 'admin', email: null, passwordHash: null },
    sealed: ['email', 'passwordHash'],
  })
})

test('what an earlier version had in clear and is personal today is masked as well', () => {
  const data = { botId: 'b', userId: 1, botType: 'forex', allocatedEuro: 500, strategyName: 'Per Anna' }
  expect(shown(maskEvent(stored('BotActivated', data)))).toEqual({
    data: { ...data, strategyName: null },
    sealed: ['strategyName'],
  })
})

test('an event without anything personal is shown whole', () => {
  const data = { measurementId: 'G-1234' }
  expect(shown(maskEvent(stored('MeasurementIdChanged', data)))).toEqual({ data, sealed: [] })
})

test.each<[string, Recorded]>([
  ['of a type of a newer build', stored('NoteWritten', { note: 'Per Anna' })],
  ['of a newer version', stored('BotActivated', { name: 'Per Anna' }, 9)],
  ['without data', stored('BotActivated', null as unknown as JsonObject)],
])('of an event %s only the envelope is shown', (_, event) => {
  expect(shown(maskEvent(event))).toEqual({ data: {}, sealed: ['*'] })
})
