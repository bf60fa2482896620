import { accountEvents, emailEvents, sessionEvents } from './accounts/events.ts'
import {
  adminEvents,
  administratorsEvents,
  adminSessionEvents,
  exportTicketEvents,
  settingsEvents,
} from './admins/events.ts'
import type { EventShape, EventsOf } from './event.ts'
import { funnelEvents } from './funnels/events.ts'
import { leadEvents } from './leads/events.ts'
import { projectionEvents } from './projections/events.ts'
import { questionnaireEvents } from './questionnaires/events.ts'
import { replayEvents } from './replays/events.ts'
import { setupEvents } from './setup/events.ts'
import type { streams } from './streams.ts'
import { trackingEvents, visitEvents } from './tracking/events.ts'
import { historyViewEvents } from './views/events.ts'

/** The events of each kind of stream; it does not compile with a kind missing. */
export const eventsIn = {
  account: accountEvents,
  email: emailEvents,
  session: sessionEvents,
  setup: setupEvents,
  lead: leadEvents,
  questionnaire: questionnaireEvents,
  visit: visitEvents,
  tracking: trackingEvents,
  administrators: administratorsEvents,
  admin: adminEvents,
  adminSession: adminSessionEvents,
  settings: settingsEvents,
  exportTicket: exportTicketEvents,
  historyView: historyViewEvents,
  funnel: funnelEvents,
  projection: projectionEvents,
  replay: replayEvents,
} as const satisfies Record<keyof typeof streams, Record<string, EventShape>>

type EventsIn = typeof eventsIn
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
