import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { sealedFieldsOpened } from '../history/opening.ts'
import { personsViewed, personTakenAlong } from '../people/events.ts'
import { role } from './roles.ts'

export const exportType = z.enum(['questionnaires', 'interactions', 'analytics', 'events'])

const adminId = z.uuid()
const email = personal(z.string())
const passwordHash = personal(z.string())

/** Stream `administrators`: the accounts of the console. Each event names its account. */
export const administratorsEvents = {
  /** By a start, which brings the password along. */
  AdminCreated: event(z.object({ adminId, email, passwordHash, role })),
  /** Takes the place of an earlier invitation. */
  AdminInvited: event(
    z.object({ adminId, email, role, invitationId: z.uuid(), expiresAt: z.iso.datetime() }),
  ),
  AdminInvitationAccepted: event(z.object({ adminId, passwordHash })),
  AdminPasswordChanged: event(z.object({ adminId, passwordHash })),
  AdminRoleChanged: event(z.object({ adminId, role })),
  AdminEnded: event(z.object({ adminId })),
}

/** Stream `admin-<uuid>`. */
export const adminEvents = {
  /** A second factor counts once a code of it has confirmed it. */
  AdminTotpEnrolled: event(z.object({ secret: personal(z.string()) })),
  AdminTotpConfirmed: event(z.object({ step: z.int(), recoveryHashes: personal(z.array(z.string())) })),
  AdminTotpRemoved: event(z.object({})),
  /** The 30 seconds that it was of, counted from 1970. */
  AdminCodeUsed: event(z.object({ step: z.int() })),
  /** Its place in the list, from 0. */
  AdminRecoveryCodeUsed: event(z.object({ recoveryCode: z.int() })),
  /** For a download by link it is in the stream of the ticket, below. */
  DataExported: event(z.object({ exported: exportType, position: z.string().nullable() })),
  ...personTakenAlong,
  ...sealedFieldsOpened,
}

/** Stream `exportTicket-<uuid>`: an export by a download link. It takes one event, so the link works once. */
export const exportTicketEvents = { DataExported: adminEvents.DataExported }

/** Stream `adminSession-<uuid>`: apart from the administrator, whose stream would grow with every sign-in. */
export const adminSessionEvents = {
  AdminSignedIn: event(z.object({ adminId, expiresAt: z.iso.datetime() })),
  AdminSignedOut: event(z.object({ adminId })),
  /** Its time ran out. */
  AdminSessionExpired: event(z.object({})),
  ...personsViewed,
}

/** Stream `settings-analytics`. */
export const settingsEvents = {
  MeasurementIdChanged: event(z.object({ measurementId: z.string() })),
}

export type AdministratorsEvent = EventsOf<typeof administratorsEvents>
export type AdminEvent = EventsOf<typeof adminEvents>
export type AdminSessionEvent = EventsOf<typeof adminSessionEvents>
export type SettingsEvent = EventsOf<typeof settingsEvents>
