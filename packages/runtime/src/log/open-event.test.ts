import { createSecretKey, randomBytes } from 'node:crypto'
import type { JsonObject, Position, StoredEvent } from '@tba/event-store/port.ts'
import { type EventShape, event, personal } from '@tba/events/event.ts'
import { z } from 'zod'
import { sealData } from '../sealing/codec.ts'
import type { OpeningKeys } from '../sealing/keyring.ts'
import { openEvent } from './open-event.ts'

const accountId = '0198a000-0000-7000-8000-00000000000a'
const key = { person: accountId, version: 1, id: 'k1', key: createSecretKey(randomBytes(32)) }
const keyOf = async () => key
const keys: OpeningKeys = new Map([[accountId, key]])
const stream = `account-${accountId}`
const id = '0198a000-0000-7000-8000-0000000000e1'

function stored(type: string, data: JsonObject, schemaVersion: number | string = 1): StoredEvent {
  const metadata = { actor: 'test', correlationId: 'c', causationId: 'c', schemaVersion }
  const recordedAt = '2026-07-14T15:20:00.000Z'
  return { id, type, data, metadata, recordedAt, stream, revision: 3, position: '7' as Position }
}

function tiedTo(visitId: JsonObject): StoredEvent {
  const event = stored('AccountErased', {})
  return { ...event, metadata: { ...event.metadata, visitId } }
}

const sealed = (imageUrl: string) =>
  sealData(keyOf, { stream, id }, { type: 'ProfileImageChanged', data: { imageUrl } })

const reasonOf = (handed: ReturnType<typeof openEvent>) => ('unreadable' in handed ? handed.unreadable : null)

test('returns a readable event unchanged', async () => {
  const data = await sealed('/anna.png')
  expect(openEvent(stored('ProfileImageChanged', data), keys)).toMatchObject({
    data: { imageUrl: '/anna.png' },
  })
})

test.each<[string, StoredEvent, string, RegExp]>([
  ['a type of a newer build', stored('BotPaused', {}), 'unknown-type', /BotPaused .*account-.*@3/],
  ['a newer version', stored('AccountErased', {}, 2), 'newer-version', /is 2, .* knows 1/],
  ['no version', stored('AccountErased', {}, 'one'), 'damaged', /version/],
  ['data that do not fit', stored('EmailClaimed', { accountId: 'anna@' }), 'damaged', /do not fit/],
  ['a box that is not one', stored('ProfileImageChanged', { sealed: 5 }), 'damaged', /do not open/],
  ['no metadata', { ...stored('AccountErased', {}), metadata: null as never }, 'damaged', /no version/],
  ['no time', { ...stored('AccountErased', {}), recordedAt: '' }, 'damaged', /time/],
  ['a visit that is not one', tiedTo({ id: 'v' }), 'damaged', /visit/],
  ['no data', stored('AccountErased', null as unknown as JsonObject), 'damaged', /do not/],
])('reports %s, with the envelope', (_, event, reason, message) => {
  const handed = openEvent(event, keys)
  const { data: _data, ...envelope } = event
  expect(handed).toMatchObject({
    ...envelope,
    unreadable: { reason, message: expect.stringMatching(message) },
  })
  expect(handed).not.toHaveProperty('data')
  expect(JSON.stringify(handed)).not.toContain('anna@')
})

test('a missing key names the person; a destroyed key leaves nulls', async () => {
  const event = stored('ProfileImageChanged', await sealed('/anna.png'))
  const missing = reasonOf(openEvent(event, new Map()))
  expect(missing).toMatchObject({
    reason: 'missing-key',
    message: expect.stringContaining(`of ${accountId}`),
  })
  const erased = openEvent(event, new Map([[accountId, 'destroyed' as const]]))
  expect(erased).toMatchObject({ data: { imageUrl: null } })
})

test('an erased old event has nulls for the fields that were sealed then, and is upcast', () => {
  const earlier = [
    {
      schema: z.object({ called: personal(z.string()) }),
      upcast: ({ called }: JsonObject) => ({ first: called ?? null, last: null }),
    },
  ]
  const shape = event(z.object({ first: personal(z.string()), last: z.string().nullable() }), { earlier })
  const find = (): EventShape => shape
  const box = { person: accountId, keyVersion: 1, keyId: 'k', box: 'AAAA' }
  const recorded = stored('Named', { sealed: box })
  const erased: OpeningKeys = new Map([[accountId, 'destroyed']])
  expect(openEvent(recorded, erased, find)).toMatchObject({ data: { first: null, last: null } })
  const throwing = event(z.object({}), {
    earlier: [{ schema: z.object({}), upcast: () => JSON.parse('anna') }],
  })
  const failed = openEvent(stored('Named', {}), keys, () => throwing)
  expect(reasonOf(failed)).toMatchObject({ reason: 'damaged' })
  expect(JSON.stringify(failed)).not.toContain('anna"')
})
