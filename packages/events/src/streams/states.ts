import { exportTicketState } from '../admins/export-ticket.state.ts'
import { deciders } from '../commands.ts'
import type { EventsOf } from '../event.ts'
import { eventsIn } from '../registry.ts'
import type { StreamKind } from '../streams.ts'
import { trackingState } from '../tracking/tracking.state.ts'
import { visitState } from '../tracking/visit.state.ts'

type Folding = {
  [K in StreamKind]: {
    initial: unknown
    // As a method, which may ask for the very state that it gives.
    evolve(
      state: never,
      event: EventsOf<(typeof eventsIn)[K]>,
      recorded?: { recordedAt: string; position: string },
    ): unknown
  }
}

/**
 * How the state of each kind of stream follows from its events: by its decider, the same that commands are decided by, or
 * by a state of its own where nothing is decided. It does not compile with a kind missing.
 */
export const states = {
  ...deciders,
  visit: visitState,
  tracking: trackingState,
  exportTicket: exportTicketState,
} satisfies Folding

/** Whether events of this type are recorded in streams of this kind. */
export const isRecordedIn = (kind: StreamKind, type: string) => Object.hasOwn(eventsIn[kind], type)
