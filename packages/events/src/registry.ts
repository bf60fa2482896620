import { streamCategories } from './contexts.ts'
import type { EventShape, EventsOf } from './event.ts'

type EventsIn = { [K in keyof typeof streamCategories]: (typeof streamCategories)[K]['events'] }

/** The events of each stream category. */
export const eventsByCategory = Object.fromEntries(
  Object.entries(streamCategories).map(([category, { events }]) => [category, events]),
) as EventsIn

export type DomainEvent = { [K in keyof EventsIn]: EventsOf<EventsIn[K]> }[keyof EventsIn]
export type EventType = DomainEvent['type']

/** Every event type. */
export const registry: Readonly<Record<EventType, EventShape>> = Object.assign(
  {},
  ...Object.values(eventsByCategory),
)

/** Null: this build does not know the type. */
export function findShape(type: string): EventShape | null {
  return Object.hasOwn(registry, type) ? registry[type as EventType] : null
}

export function shapeOf(type: string): EventShape {
  const shape = findShape(type)
  if (!shape) throw new Error(`there is no event type ${type}`)
  return shape
}
