import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { sealedFieldsOpened } from '../history/opening.ts'
import { personExported, personsViewed } from '../people/events.ts'
import { queryAsked } from '../queries/events.ts'
import { role } from './roles.ts'

export const exportType = z.enum(['questionnaires', 'interactions', 'analytics', 'events', 'requests'])

const dataExported = z.object({ exported: exportType, position: z.string().nullable() })
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
  /** By a start with another ADMIN_PASSWORD. */
  AdminPasswordChanged: event(z.object({ adminId, passwordHash })),
  /** A start printed the password. It opens sessions until `expiresAt`, and its owner has to choose another. */
  AdminPasswordIssued: event(z.object({ adminId, expiresAt: z.iso.datetime() })),
  /** By its owner. */
  AdminPasswordChosen: event(z.object({ adminId, passwordHash })),
  /** Ends every earlier session of the account, except this one. */
  AdminSessionsEnded: event(z.object({ adminId, except: z.uuid().nullable() })),
  AdminRoleChanged: event(z.object({ adminId, role })),
  AdminEnded: event(z.object({ adminId })),
}

/** The first of an hour of an account is recorded at once (`further`: null), then how many more came in that hour. */
const failed = event(z.object({ hour: z.iso.datetime(), further: z.int().positive().nullable() }))
/** What failed at a console account. No address is recorded. */
export const consoleFailures = {
  AdminSignInFailed: failed,
  AdminCodeFailed: failed,
  /** A call was answered with 403. */
  AdminCallRefused: failed,
}
export const consoleFailure = z.enum(['AdminSignInFailed', 'AdminCodeFailed', 'AdminCallRefused'])
export type ConsoleFailure = z.infer<typeof consoleFailure>

/** Stream `admin-<uuid>`. */
export const adminEvents = {
  /** A second factor counts after its confirmation with a code. */
  AdminTotpEnrolled: event(
    /** Only this session can confirm it. */
    z.object({ secret: personal(z.string()), sessionId: z.uuid().nullable() }),
    {
      earlier: [
        {
          schema: z.object({ secret: personal(z.string()) }),
          upcast: data => ({ ...data, sessionId: null }),
        },
      ],
    },
  ),
  AdminTotpConfirmed: event(z.object({ step: z.int(), recoveryHashes: personal(z.array(z.string())) })),
  AdminTotpRemoved: event(z.object({})),
  /** Its 30-second step, counted from 1970. */
  AdminCodeUsed: event(z.object({ step: z.int() })),
  /** Its index in the list. */
  AdminRecoveryCodeUsed: event(z.object({ recoveryCode: z.int() })),
  ...consoleFailures,
  /** The right password came with three wrong codes: the owner gets a letter. */
  AdminWarned: event(z.object({})),
  /** A download by link records it in the ticket's stream, see below. */
  DataExported: event(dataExported, {
    earlier: [
      {
        schema: dataExported.extend({ exported: exportType.exclude(['requests']) }),
        upcast: data => data,
      },
    ],
  }),
  ...personExported,
  ...sealedFieldsOpened,
  ...queryAsked,
}

/** Stream `exportTicket-<uuid>`: an export by a download link. The stream takes one event, so the link works once. */
export const exportTicketEvents = { DataExported: adminEvents.DataExported }

/** Stream `adminSession-<uuid>`: the administrator's own stream would grow with every sign-in. */
export const adminSessionEvents = {
  AdminSignedIn: event(z.object({ adminId, expiresAt: z.iso.datetime() })),
  AdminSignedOut: event(z.object({ adminId })),
  AdminSessionExpired: event(z.object({})),
  ...personsViewed,
}

/** Streams `settings-analytics` and `settings-requests`. */
export const settingsEvents = {
  MeasurementIdChanged: event(z.object({ measurementId: z.string() })),
  /** Lost requests are erased after so many months; 0: never. */
  RequestsKeptChanged: event(z.object({ keepMonths: z.int() })),
}

export type AdministratorsEvent = EventsOf<typeof administratorsEvents>
export type AdminEvent = EventsOf<typeof adminEvents>
export type AdminSessionEvent = EventsOf<typeof adminSessionEvents>
export type SettingsEvent = EventsOf<typeof settingsEvents>
