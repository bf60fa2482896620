import { accountEvents, emailEvents, sessionEvents } from './accounts/events.ts'
import { adminEvents, adminSessionEvents, exportTicketEvents, settingsEvents } from './admins/events.ts'
import type { EventShape, EventsOf } from './event.ts'
import { leadEvents } from './leads/events.ts'
import { questionnaireEvents } from './questionnaires/events.ts'
import { setupEvents } from './setup/events.ts'
import type { streams } from './streams.ts'
import { visitEvents } from './tracking/events.ts'

/** What each kind of stream may hold: the compiler asks for the events of every one. */
export const eventsIn = {
  account: accountEvents,
  email: emailEvents,
  session: sessionEvents,
  setup: setupEvents,
  lead: leadEvents,
  questionnaire: questionnaireEvents,
  visit: visitEvents,
  admin: adminEvents,
  adminSession: adminSessionEvents,
  settings: settingsEvents,
  exportTicket: exportTicketEvents,
} as const satisfies Record<keyof typeof streams, Record<string, EventShape>>

type EventsIn = typeof eventsIn
export type DomainEvent = { [K in keyof EventsIn]: EventsOf<EventsIn[K]> }[keyof EventsIn]
export type EventType = DomainEvent['type']

/** Every event that the log may hold. */
export const registry: Readonly<Record<EventType, EventShape>> = Object.assign({}, ...Object.values(eventsIn))

export function shapeOf(type: string): EventShape {
  if (!Object.hasOwn(registry, type)) throw new Error(`the log holds an event of an unknown type: ${type}`)
  return registry[type as EventType]
}
