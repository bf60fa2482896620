import type { Evolver } from '../decider.ts'
import type { EventsOf } from '../event.ts'
import type { trackingEvents } from './events.ts'

/** How many visits have expired, and the age of the last ones. */
export type TrackingState = { expiredVisits: number; before: string | null }

export const trackingState: Evolver<TrackingState, EventsOf<typeof trackingEvents>> = {
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
