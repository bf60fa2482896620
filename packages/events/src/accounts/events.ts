import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'

const accountId = z.uuid()

/** Stream `account-<uuid>`. */
export const accountEvents = {
  AccountRegistered: event(
    z.object({
      /** The integer that the outside knows a customer by, drawn before the append: the same after every rebuild. */
      userId: z.int().positive(),
      email: personal(z.string()),
      firstName: personal(z.string()),
      lastName: personal(z.string()),
      passwordHash: personal(z.string()),
    }),
  ),
  /** The claim on an address outlived its registration, and somebody else took it over. */
  RegistrationAbandoned: event(z.object({})),
}

/** Stream `email-<keyed hash>`: the unique address. */
export const emailEvents = {
  EmailClaimed: event(z.object({ accountId })),
  EmailReleased: event(z.object({ accountId })),
}

/** Stream `session-<uuid>`: apart from the account, so that an account folds fast for ever. */
export const sessionEvents = {
  SessionOpened: event(
    z.object({
      accountId,
      userId: z.int().positive(),
      /** ISO 8601: where the session ends at the latest. */
      expiresAt: z.iso.datetime(),
      device: personal(z.string()),
      /** Truncated to its /24 or /48. */
      address: personal(z.string()),
    }),
    { personIn: 'accountId' },
  ),
  SessionClosed: event(z.object({})),
}

export type AccountEvent = EventsOf<typeof accountEvents>
export type EmailEvent = EventsOf<typeof emailEvents>
export type SessionEvent = EventsOf<typeof sessionEvents>
