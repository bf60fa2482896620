import type { EventStore } from '@tba/event-store/port.ts'
import { eventsIn, findShape } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'

type Kind = keyof typeof eventsIn

/** The kinds of streams in which the erasure of the person that they are named by stands. */
const erasable = (Object.keys(eventsIn) as Kind[])
  .filter(kind => Object.values(eventsIn[kind]).some(shape => shape.erases))
  .map(kind => streams[kind] as (id: string) => string)

/** Whether the log holds the erasure of a person, whose key may be there for a while yet. Nothing is recorded after it. */
export async function isErased(store: Pick<EventStore, 'read'>, person: string): Promise<boolean> {
  const ends = await Promise.all(erasable.map(nameOf => endsErased(store, nameOf(person))))
  return ends.includes(true)
}

async function endsErased(store: Pick<EventStore, 'read'>, stream: string): Promise<boolean> {
  const newest = store.read(stream, { direction: 'backwards', limit: 1 })
  for await (const { type } of newest) return findShape(type)?.erases ?? false
  return false
}
