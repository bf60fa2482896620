import type { ReadOptions } from '@tba/event-store/port.ts'
import { eventsIn, findShape } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'

type Kind = keyof typeof eventsIn

/** The kinds of streams in which the erasure of the person that they are named by stands. */
const erasable = (Object.keys(eventsIn) as Kind[])
  .filter(kind => Object.values(eventsIn[kind]).some(shape => shape.erases))
  .map(kind => streams[kind] as (id: string) => string)

type Reading = { read(stream: string, options: ReadOptions): AsyncIterable<{ type: string }> }

/** Whether the log holds the erasure of a person, whose key may be there for a while yet. Nothing is recorded after it. */
export async function isErased(log: Reading, person: string): Promise<boolean> {
  for (const nameOf of erasable)
    for await (const { type } of log.read(nameOf(person), { direction: 'backwards', limit: 1 }))
      if (findShape(type)?.erases) return true
  return false
}
