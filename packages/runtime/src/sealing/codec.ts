import type { JsonObject } from '@tba/event-store/port.ts'
import type { EventShape } from '@tba/events/event.ts'
import type { DomainEvent } from '@tba/events/registry.ts'
import { shapeOf } from '@tba/events/registry.ts'
import { idOf } from '@tba/events/streams.ts'
import { open, seal } from './cipher.ts'
import type { Keyring, PersonKey } from './keyring.ts'

/** The sealed fields of one event, in one box: fields of their own boxes could be exchanged unnoticed. */
export type SealedBox = { person: string; keyVersion: number; box: string }

export type Place = { stream: string; id: string; type: string }

function context({ stream, id, type }: Place, keyVersion: number): string {
  return [stream, id, type, keyVersion].join('\n')
}

export function personOf(shape: EventShape, stream: string, data: Record<string, unknown>): string {
  return shape.personIn ? String(data[shape.personIn]) : idOf(stream)
}

/** Takes the personal fields out of an event's data and puts the sealed box in their place. */
export async function sealData(
  keyring: Keyring,
  place: Omit<Place, 'type'>,
  event: DomainEvent,
): Promise<JsonObject> {
  const shape = shapeOf(event.type)
  const data = shape.schema.parse(event.data) as JsonObject
  if (shape.personal.length === 0) return data
  const clear: JsonObject = {}
  const hidden: JsonObject = {}
  for (const [name, value] of Object.entries(data))
    (shape.personal.includes(name) ? hidden : clear)[name] = value
  const key = await keyring.sealing(personOf(shape, place.stream, data))
  const plain = Buffer.from(JSON.stringify(hidden))
  const box = seal(key.key, plain, context({ ...place, type: event.type }, key.version))
  return { ...clear, sealed: { person: key.person, keyVersion: key.version, box } }
}

export function sealedBox(data: JsonObject): SealedBox | null {
  return (data.sealed as SealedBox | undefined) ?? null
}

/** The data with its personal fields, or with nulls for them where the person's key is gone. */
export function openData(place: Place, data: JsonObject, keys: ReadonlyMap<string, PersonKey>): JsonObject {
  const sealed = sealedBox(data)
  if (!sealed) return data
  const { sealed: _, ...clear } = data
  const key = keys.get(sealed.person)
  if (!key) return { ...Object.fromEntries(shapeOf(place.type).personal.map(name => [name, null])), ...clear }
  const hidden = JSON.parse(open(key.key, sealed.box, context(place, sealed.keyVersion)).toString())
  return { ...clear, ...hidden }
}
