import { kinds } from './contexts.ts'
import type { EventShape, EventsOf } from './event.ts'

type EventsIn = { [K in keyof typeof kinds]: (typeof kinds)[K]['events'] }

/** The events of each kind of stream. */
export const eventsIn = Object.fromEntries(
  Object.entries(kinds).map(([kind, { events }]) => [kind, events]),
) as EventsIn

export type DomainEvent = { [K in keyof EventsIn]: EventsOf<EventsIn[K]> }[keyof EventsIn]
export type EventType = DomainEvent['type']

/** Every event that the log may hold. */
export const registry: Readonly<Record<EventType, EventShape>> = Object.assign({}, ...Object.values(eventsIn))

/** Null: this build knows no event of that type. */
export function findShape(type: string): EventShape | null {
  return Object.hasOwn(registry, type) ? registry[type as EventType] : null
}

export function shapeOf(type: string): EventShape {
  const shape = findShape(type)
  if (!shape) throw new Error(`no event is of the type ${type}`)
  return shape
}
