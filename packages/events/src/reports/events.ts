import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

/** Stream `reportLink-<uuid>`: who has the link reads the report, without an account. The id is a hash of the link's token. */
export const reportLinkEvents = {
  ReportLinked: event(z.object({ report: z.uuid(), expiresAt: z.iso.datetime() })),
  ReportLinkOpened: event(z.object({ report: z.uuid() })),
  ReportLinkRevoked: event(z.object({ report: z.uuid() })),
}

export type ReportLinkEvent = EventsOf<typeof reportLinkEvents>
