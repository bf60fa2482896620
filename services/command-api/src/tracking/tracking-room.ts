import type { App } from '@tba/runtime/http/app.ts'
import { eventsOfVisitAtMost, trackingLimits } from './tracking-limits.ts'
import { turns } from './turns.ts'
import { visits } from './visits.ts'

/** In the log's queue at a time: a command that comes waits behind no more than these. */
const eventsUnderWayAtMost = 200

/** What all that writes to visits shares in this process: the visits that it knows, their limits, and turns at the log. */
export type TrackingRoom = ReturnType<typeof trackingRoom>

export const trackingRoom = (app: App) => ({
  visits: visits(eventsOfVisitAtMost * app.limitScale),
  take: turns(eventsUnderWayAtMost),
  ...trackingLimits(app.bucket),
})
