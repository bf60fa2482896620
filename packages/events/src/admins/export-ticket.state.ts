import type { Evolver } from '../decider.ts'
import type { EventsOf } from '../event.ts'
import type { exportTicketEvents } from './events.ts'

type ExportTicketEvent = EventsOf<typeof exportTicketEvents>

/** A ticket is in the log after its use. `exported`: what was exported. */
export type ExportTicketState = { status: 'unused' | 'used'; exported: string | null }

export const exportTicketState: Evolver<ExportTicketState, ExportTicketEvent> = {
  initial: { status: 'unused', exported: null },
  evolve(_state, event) {
    switch (event.type) {
      case 'DataExported':
        return { status: 'used', exported: event.data.exported }
    }
  },
}
