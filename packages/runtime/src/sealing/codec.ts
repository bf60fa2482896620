import type { JsonObject } from '@tba/event-store/port.ts'
import { type DomainEvent, shapeOf } from '@tba/events/registry.ts'
import { personOf } from '@tba/events/streams.ts'
import { z } from 'zod'
import { open, seal } from './cipher.ts'
import { KeyMissing, type OpeningKeys, type PersonKey } from './keyring.ts'

/** All sealed fields of an event are in one box. Boxes of single fields could be exchanged unnoticed. */
const sealedBox = z.object({ person: z.string(), keyVersion: z.int(), keyId: z.string(), box: z.string() })
export type SealedBox = z.infer<typeof sealedBox>

export type EventIdentity = { stream: string; id: string; type: string }

const context = (
  { stream, id, type }: EventIdentity,
  { keyVersion, keyId }: Pick<SealedBox, 'keyVersion' | 'keyId'>,
): string => [stream, id, type, keyVersion, keyId].join('\n')

/** Moves the personal fields of an event into a sealed box. */
export async function sealData(
  keyOf: (person: string) => Promise<PersonKey>,
  identity: Omit<EventIdentity, 'type'>,
  event: DomainEvent,
): Promise<JsonObject> {
  const shape = shapeOf(event.type)
  const data = shape.schema.parse(event.data) as JsonObject
  if (shape.personal.length === 0) return data
  const clear: JsonObject = {}
  const hidden: JsonObject = {}
  for (const [name, value] of Object.entries(data))
    (shape.personal.includes(name) ? hidden : clear)[name] = value
  const key = await keyOf(personOf({ stream: identity.stream, data }))
  const plain = Buffer.from(JSON.stringify(hidden))
  const used = { keyVersion: key.version, keyId: key.id }
  const box = seal(key.key, plain, context({ ...identity, type: event.type }, used))
  return { ...clear, sealed: { person: key.person, ...used, box } }
}

/** The person whose key opens the data. Null if nothing is sealed, or the box is damaged (opening reports that). */
export function personSealedFor(data: JsonObject | null): string | null {
  const sealed = data?.sealed
  const person = typeof sealed === 'object' && sealed && 'person' in sealed ? sealed.person : null
  return typeof person === 'string' ? person : null
}

/**
 * Returns the data with its personal fields. They are null if the person's key was destroyed.
 * @param personal the fields that were sealed at recording
 * @throws {KeyMissing} no key, or another one than sealed the box, and nobody destroyed it
 */
export function openData(
  identity: EventIdentity,
  { data, personal }: { data: JsonObject; personal: readonly string[] },
  keys: OpeningKeys,
): JsonObject {
  if (data.sealed === undefined) return data
  const { sealed: box, ...clear } = data
  const sealed = sealedBox.parse(box)
  const key = keys.get(sealed.person)
  if (!key) throw new KeyMissing(sealed.person)
  if (key === 'destroyed') return { ...Object.fromEntries(personal.map(name => [name, null])), ...clear }
  if (sealed.keyId !== key.id) throw new KeyMissing(sealed.person)
  const hidden = JSON.parse(open(key.key, sealed.box, context(identity, sealed)).toString())
  return { ...clear, ...hidden }
}
