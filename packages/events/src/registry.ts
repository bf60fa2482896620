import { accountEvents, emailEvents, sessionEvents } from './accounts/events.ts'
import { adminEvents, adminSessionEvents, settingsEvents } from './admins/events.ts'
import type { EventShape, EventsOf } from './event.ts'
import { leadEvents } from './leads/events.ts'
import { questionnaireEvents } from './questionnaires/events.ts'
import { setupEvents } from './setup/events.ts'
import { visitEvents } from './tracking/events.ts'

/** Every event that the log may hold. */
export const registry = {
  ...accountEvents,
  ...emailEvents,
  ...sessionEvents,
  ...setupEvents,
  ...leadEvents,
  ...questionnaireEvents,
  ...visitEvents,
  ...adminEvents,
  ...adminSessionEvents,
  ...settingsEvents,
}

export type DomainEvent = EventsOf<typeof registry>
export type EventType = keyof typeof registry

export function shapeOf(type: string): EventShape {
  if (!Object.hasOwn(registry, type)) throw new Error(`the log holds an event of an unknown type: ${type}`)
  return registry[type as EventType]
}
