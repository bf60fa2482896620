import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { sealedFieldsOpened } from '../history/opening.ts'
import { personTakenAlong, personViewed } from '../people/events.ts'

export const exportType = z.enum(['questionnaires', 'interactions', 'analytics', 'events'])

/** Stream `admin-<uuid>`. */
export const adminEvents = {
  AdminCreated: event(
    z.object({ email: personal(z.string()), passwordHash: personal(z.string()), role: z.string() }),
  ),
  AdminPasswordChanged: event(z.object({ passwordHash: personal(z.string()) })),
  /** For a download by link it is in the stream of the ticket, below. */
  DataExported: event(z.object({ exported: exportType, position: z.string().nullable() })),
  ...personTakenAlong,
  ...sealedFieldsOpened,
}

/** Stream `exportTicket-<uuid>`: an export by a download link. It takes one event, so the link works once. */
export const exportTicketEvents = { DataExported: adminEvents.DataExported }

/** Stream `adminSession-<uuid>`: apart from the administrator, whose stream would grow with every sign-in. */
export const adminSessionEvents = {
  AdminSignedIn: event(z.object({ adminId: z.uuid(), expiresAt: z.iso.datetime() })),
  AdminSignedOut: event(z.object({ adminId: z.uuid() })),
  /** Its time ran out. */
  AdminSessionExpired: event(z.object({})),
  ...personViewed,
}

/** Stream `settings-analytics`. */
export const settingsEvents = {
  MeasurementIdChanged: event(z.object({ measurementId: z.string() })),
}

export type AdminEvent = EventsOf<typeof adminEvents>
export type AdminSessionEvent = EventsOf<typeof adminSessionEvents>
export type SettingsEvent = EventsOf<typeof settingsEvents>
