import type { EventStore, ReadOptions } from '@tba/event-store/port.ts'
import { keysOf } from '@tba/events/keys.ts'
import { findShape } from '@tba/events/registry.ts'
import { categoriesNamingAccount, eventsByCategory, streams } from '@tba/events/streams.ts'
import { personSealedFor } from '../sealing/codec.ts'

/** The stream categories that can contain the erasure of a person. */
const erasable = keysOf(eventsByCategory)
  .filter(category => Object.values(eventsByCategory[category]).some(shape => shape.erases))
  .map(category => streams[category] as (id: string) => string)

type Envelope = { type: string; recordedAt: string }
type Reading = { read(stream: string, options: ReadOptions): AsyncIterable<Envelope> }

/** When a person was erased; null: not. The key may still exist for a while. Nothing is recorded after it. */
export async function erasureOf(log: Reading, person: string): Promise<string | null> {
  for (const nameOf of erasable)
    for await (const { type, recordedAt } of log.read(nameOf(person), { direction: 'backwards', limit: 1 }))
      if (findShape(type)?.erases) return recordedAt
  return null
}

/** The stream categories in which a person can appear first. */
const personal = keysOf(eventsByCategory)
  .filter(category => !categoriesNamingAccount.some(naming => naming === category))
  .filter(category => Object.values(eventsByCategory[category]).some(shape => shape.personal.length > 0))
  .map(category => streams[category] as (id: string) => string)

/** Whether the log holds nothing that was sealed for this person. Events that name an account in their data never come first. */
export async function isUnknownPerson(store: Pick<EventStore, 'read'>, person: string): Promise<boolean> {
  for (const nameOf of personal) {
    for await (const { data } of store.read(nameOf(person)))
      if (personSealedFor(data) === person) return false
  }
  return true
}
