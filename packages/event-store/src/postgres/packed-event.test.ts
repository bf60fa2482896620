import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../port.ts'
import { packedEvent, type Shape, unpackedEvent, wholeEvent } from './packed-event.ts'

type Given = { stream: string; type: string; data: JsonObject; metadata: JsonObject }

const texts = ({ type, data, metadata }: Given) => ({
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
})

function roundTrip(event: Given, pack = packedEvent) {
  const { shape, payload, correlationId, causationId } = pack(event.stream, texts(event))
  const row = { stream: event.stream, correlation_id: correlationId, causation_id: causationId, payload }
  return { type: (JSON.parse(shape) as Shape).type, ...unpackedEvent(JSON.parse(shape), row) }
}

const json = fc.jsonValue() as fc.Arbitrary<JsonObject[string]>
const objects = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('__proto__', 'visitId', 'page', '1')),
  json,
)
const streams = fc.constantFrom('visit-session_1_a', 'setup-', '-', 'tracking', 'a-b-c', '')
const ids = fc.oneof(
  fc.uuid(),
  fc.uuid().map(id => id.toUpperCase()),
  json,
)
const metadata = fc
  .tuple(
    objects,
    fc.record(
      {
        correlationId: ids,
        causationId: ids,
        visitId: fc.oneof(fc.constantFrom('session_1_a', '', 'b-c', 'tracking', null), json),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([some, known]) => ({ ...some, ...known }) as JsonObject)

test('whatever JSON an event holds comes back as it was, with a shape of its own and without', () => {
  const events = fc.record({ stream: streams, type: fc.string(), data: objects, metadata })
  fc.assert(
    fc.property(events, event => {
      const { stream: _, ...given } = JSON.parse(JSON.stringify(event)) as Given
      expect(roundTrip(event)).toEqual(given)
      expect(roundTrip(event, (_stream, event) => wholeEvent(event))).toEqual(given)
    }),
    { numRuns: 500 },
  )
})

test('what a visitor does takes no room for names, nor for the visit that its stream is named by', () => {
  const visitId = 'session_1700000000000_0123abcd'
  const context = { correlationId: crypto.randomUUID(), causationId: crypto.randomUUID() }
  const event = {
    stream: `visit-${visitId}`,
    type: 'InteractionTracked',
    data: { eventType: 'scroll', elementId: null },
    metadata: { actor: 'visitor', ...context, visitId, schemaVersion: 1 },
  }
  expect(packedEvent(event.stream, texts(event))).toEqual({
    shape:
      '{"type":"InteractionTracked","data":["eventType","elementId"],"metadata":["actor","schemaVersion"],"isOwnVisit":true}',
    payload: '["scroll",null,"visitor",1]',
    ...context,
  })
})

test.each(['', '{', 'null', '{"0":1}', '[]'])(
  'a row with the payload %j is read as an empty one',
  payload => {
    const row = { stream: 'setup-1', correlation_id: null, causation_id: null, payload }
    expect(unpackedEvent({ type: 'PlanActivated' }, row)).toEqual({ data: {}, metadata: {} })
  },
)
