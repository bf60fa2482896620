import type { EventStore } from '@tba/event-store/port.ts'
import { eventsIn } from '@tba/events/registry.ts'
import { namingAccount, streams } from '@tba/events/streams.ts'
import { personSealedFor } from '../sealing/codec.ts'

type Kind = keyof typeof eventsIn

/** The kinds of streams in which a person may be named first. */
const personal = (Object.keys(eventsIn) as Kind[])
  .filter(kind => !namingAccount.some(naming => naming === kind))
  .filter(kind => Object.values(eventsIn[kind]).some(shape => shape.personal.length > 0))
  .map(kind => streams[kind] as (id: string) => string)

/** Whether the log holds nothing yet that was sealed for somebody. What names an account in its data is never the first. */
export async function isUnheardOf(store: Pick<EventStore, 'read'>, person: string): Promise<boolean> {
  for (const nameOf of personal) {
    for await (const { data } of store.read(nameOf(person)))
      if (personSealedFor(data) === person) return false
  }
  return true
}
