import type { Evolving } from '../decider.ts'
import type { EventsOf } from '../event.ts'
import type { trackingEvents } from './events.ts'

/** How many visits have expired, and how old the last ones were. */
export type TrackingState = { expiredVisits: number; before: string | null }

export const trackingState: Evolving<TrackingState, EventsOf<typeof trackingEvents>> = {
  initial: { expiredVisits: 0, before: null },
  evolve({ expiredVisits }, event) {
    switch (event.type) {
      case 'VisitsExpired': {
        const { before, visits } = event.data
        return { expiredVisits: expiredVisits + visits.length, before }
      }
    }
  },
}
