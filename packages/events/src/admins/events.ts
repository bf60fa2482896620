import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { sealedFieldsOpened } from '../history/opening.ts'
import { personExported, personsViewed } from '../people/events.ts'
import { role } from './roles.ts'

export const exportType = z.enum(['questionnaires', 'interactions', 'analytics', 'events'])

const adminId = z.uuid()
const email = personal(z.string())
const passwordHash = personal(z.string())

/** Stream `administrators`: the console accounts. Each event names its account. */
export const administratorsEvents = {
  /** By a start with a given password. */
  AdminCreated: event(z.object({ adminId, email, passwordHash, role })),
  /** Replaces an earlier invitation. */
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
  /** A second factor counts after its confirmation with a code. */
  AdminTotpEnrolled: event(z.object({ secret: personal(z.string()) })),
  AdminTotpConfirmed: event(z.object({ step: z.int(), recoveryHashes: personal(z.array(z.string())) })),
  AdminTotpRemoved: event(z.object({})),
  /** Its 30-second step, counted from 1970. */
  AdminCodeUsed: event(z.object({ step: z.int() })),
  /** Its index in the list. */
  AdminRecoveryCodeUsed: event(z.object({ recoveryCode: z.int() })),
  /** A download by link records it in the ticket's stream, see below. */
  DataExported: event(z.object({ exported: exportType, position: z.string().nullable() })),
  ...personExported,
  ...sealedFieldsOpened,
}

/** Stream `exportTicket-<uuid>`: an export by a download link. The stream takes one event, so the link works once. */
export const exportTicketEvents = { DataExported: adminEvents.DataExported }

/** Stream `adminSession-<uuid>`: the administrator's own stream would grow with every sign-in. */
export const adminSessionEvents = {
  AdminSignedIn: event(z.object({ adminId, expiresAt: z.iso.datetime() })),
  AdminSignedOut: event(z.object({ adminId })),
  /** The session expired. */
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
