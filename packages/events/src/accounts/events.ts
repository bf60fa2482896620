import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { keysOf, recordOf } from '../keys.ts'

const accountId = z.uuid()
const text = z.string().nullable()

/** The profile fields; null: empty. */
export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: text,
  bio: text,
  website: text,
  linkedinUrl: text,
  twitterUrl: text,
  facebookUrl: text,
  instagramUrl: text,
  telegramUrl: text,
  whatsappNumber: text,
  country: text,
  timezone: text,
})
export type Profile = z.infer<typeof profile>
export const emptyProfile = recordOf(keysOf(profile.shape), () => null)

/** Stream `account-<uuid>`. */
export const accountEvents = {
  AccountRegistered: event(
    z.object({
      /** The customer number of the API. Drawn before the append, so that a rebuild keeps it. */
      userId: z.int().positive(),
      email: personal(z.string()),
      firstName: personal(z.string()),
      lastName: personal(z.string()),
      passwordHash: personal(z.string()),
    }),
  ),
  /** The claim on an address outlived its registration, and another account took it over. */
  RegistrationAbandoned: event(z.object({})),
  /** Only what changed; null: cleared. */
  ProfileUpdated: event(z.object({ changes: personal(profile.partial()) })),
  ProfileImageChanged: event(z.object({ imageUrl: personal(z.string()) })),
  PasswordChanged: event(
    z.object({ passwordHash: personal(z.string()), by: z.enum(['customer', 'reset-link']) }),
  ),
  /** Ends every earlier session, except the calling one. */
  SessionsRevoked: event(z.object({ except: z.uuid().nullable() })),
  /** The customer asked for a letter to the account's address. */
  AddressProofRequested: event(z.object({ proofId: z.uuid(), expiresAt: z.iso.datetime() })),
  /** The customer, signed in, followed its link: they read what arrives at the address. */
  AddressProved: event(z.object({ proofId: z.uuid() })),
  AccountErased: event(z.object({}), { erases: true }),
}

/** Stream `email-<keyed hash>`: the unique address. Unknown addresses are recorded too, so that cost and answer are the same. */
export const emailEvents = {
  EmailClaimed: event(z.object({ accountId })),
  EmailReleased: event(z.object({ accountId })),
  PasswordResetRequested: event(z.object({ resetId: z.uuid(), expiresAt: z.iso.datetime() })),
  PasswordResetUsed: event(z.object({ resetId: z.uuid() })),
  /** An administrator requested the erasure of the person with this address: the account and the submissions. */
  ErasureRequested: event(z.object({})),
}

/** Stream `session-<uuid>`: the account's own stream would grow with every sign-in. Each event names the account. */
export const sessionEvents = {
  SessionOpened: event(
    z.object({
      accountId,
      userId: z.int().positive(),
      /** ISO 8601: the latest end of the session. */
      expiresAt: z.iso.datetime(),
      device: personal(z.string()),
      /** Truncated to its /24 or /48. */
      address: personal(z.string()),
    }),
  ),
  SessionClosed: event(z.object({ accountId })),
  SessionExpired: event(z.object({ accountId })),
}

export type AccountEvent = EventsOf<typeof accountEvents>
export type EmailEvent = EventsOf<typeof emailEvents>
export type SessionEvent = EventsOf<typeof sessionEvents>
