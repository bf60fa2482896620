import type { EventShape, EventsOf } from './event.ts'
import { isKeyOf } from './keys.ts'
import { eventsByCategory, type StreamCategory } from './streams.ts'

export type DomainEvent = {
  [K in StreamCategory]: EventsOf<(typeof eventsByCategory)[K]>
}[StreamCategory]
export type EventType = DomainEvent['type']

/** Every event type. */
export const registry: Readonly<Record<EventType, EventShape>> = Object.assign(
  {},
  ...Object.values(eventsByCategory),
)

/** Null: this build does not know the type. */
export function findShape(type: string): EventShape | null {
  return isKeyOf(registry, type) ? registry[type] : null
}

export function shapeOf(type: string): EventShape {
  const shape = findShape(type)
  if (!shape) throw new Error(`there is no event type ${type}`)
  return shape
}
