import type { JsonObject } from '@tba/event-store/port.ts'
import type { EventShape } from '@tba/events/event.ts'
import type { DomainEvent } from '@tba/events/registry.ts'
import { shapeOf } from '@tba/events/registry.ts'
import { idOf } from '@tba/events/streams.ts'
import { z } from 'zod'
import { open, seal } from './cipher.ts'
import { KeyMissing, type Keyring, type OpeningKeys } from './keyring.ts'

/** All sealed fields of an event in one box: boxes of single fields could be exchanged unnoticed. */
const sealedBox = z.object({ person: z.string(), keyVersion: z.int(), box: z.string() })
export type SealedBox = z.infer<typeof sealedBox>

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

/** The person whose key opens the data; null where nothing is sealed, or the box is damaged, which opening reports. */
export function personSealedFor(data: JsonObject | null): string | null {
  const sealed = data?.sealed as Partial<SealedBox> | null | undefined
  return typeof sealed?.person === 'string' ? sealed.person : null
}

/**
 * The data with its personal fields, or with nulls for them where the person's key was destroyed.
 * @param personal the fields that were sealed when it was recorded
 * @throws {KeyMissing} there is no key, and nobody destroyed one
 */
export function openData(
  place: Place,
  { data, personal }: { data: JsonObject; personal: readonly string[] },
  keys: OpeningKeys,
): JsonObject {
  if (data.sealed === undefined) return data
  const { sealed: box, ...clear } = data
  const sealed = sealedBox.parse(box)
  const key = keys.get(sealed.person)
  if (!key) throw new KeyMissing(sealed.person)
  if (key === 'destroyed') return { ...Object.fromEntries(personal.map(name => [name, null])), ...clear }
  const hidden = JSON.parse(open(key.key, sealed.box, context(place, sealed.keyVersion)).toString())
  return { ...clear, ...hidden }
}
