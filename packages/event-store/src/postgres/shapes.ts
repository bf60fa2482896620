import type { CheckedAppend } from '../check-append.ts'
import type { Connections } from './connections.ts'
import { type PackedEvent, packedEvent, type Shape, wholeEvent } from './packed-event.ts'
import { readShapes, shapeId } from './statements.ts'

/** The shapes of a log, as this process knows them. */
export type Shapes = {
  /** The events of these appends, in their order. Shapes that are new to this process are in the log when it resolves. */
  pack(batch: readonly CheckedAppend[]): Promise<PackedEvent[]>
  /** What the log was thought to know is to be asked again: an older one was put back. */
  forget(): void
  /** Those of these ids. An id that the log does not know is left out. */
  of(ids: readonly number[]): Promise<ReadonlyMap<number, Shape>>
}

/** Of one type: a program that names its fields by what is in them has its events stored whole. */
const shapesOfType = 32
const longestShape = 1000
/** The log counts those of other processes too; it refuses none that a process has taken. */
const any = 2 ** 31 - 1

export function shapesOf(connections: Connections): Shapes {
  const byId = new Map<number, Shape>()
  const known = new Set<string>()
  const ofType = new Map<string, Set<string>>()

  function pack(stream: string, event: CheckedAppend['events'][number]): PackedEvent {
    const packed = packedEvent(stream, event)
    if (known.has(packed.shape)) return packed
    const taken = ofType.get(event.type) ?? new Set()
    ofType.set(event.type, taken)
    const isTaken = taken.has(packed.shape)
    if (!isTaken && (taken.size >= shapesOfType || packed.shape.length > longestShape))
      return wholeEvent(event)
    taken.add(packed.shape)
    return packed
  }

  return {
    async pack(batch) {
      const events = batch.flatMap(({ stream, events }) => events.map(event => pack(stream, event)))
      for (const { shape } of events) {
        if (known.has(shape)) continue
        await connections.query(shapeId, [shape, any])
        known.add(shape)
      }
      return events
    },
    forget: () => known.clear(),
    async of(ids) {
      if (ids.some(id => !byId.has(id))) {
        const rows = await connections.query<{ id: number; shape: string }>(readShapes)
        for (const { id, shape } of rows) byId.set(id, JSON.parse(shape) as Shape)
      }
      return byId
    },
  }
}
