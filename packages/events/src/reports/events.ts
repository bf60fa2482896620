import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { letterEvery } from './letter-times.ts'

/** Stream `reportLink-<uuid>`: who has the link reads the report, without an account. The id is a hash of the link's token. */
export const reportLinkEvents = {
  ReportLinked: event(z.object({ report: z.uuid(), expiresAt: z.iso.datetime() })),
  ReportLinkOpened: event(z.object({ report: z.uuid() })),
  ReportLinkRevoked: event(z.object({ report: z.uuid() })),
}

export type ReportLinkEvent = EventsOf<typeof reportLinkEvents>

const from = z.iso.datetime()

/** Stream `reportLetter-<uuid>`: one recipient of the letters of a report. */
export const reportLetterEvents = {
  ReportLetterOrdered: event(
    z.object({
      /** Those ordered together have the same. */
      letters: z.uuid(),
      report: z.uuid(),
      every: z.enum(letterEvery),
      /** Of Rome's clock. */
      hour: z.int(),
      /** One letter about the last closed period, at once. */
      isTrial: z.boolean(),
      /** The account of the console; null: another address, which gets letters once it is confirmed. */
      account: z.uuid().nullable(),
      /** A keyed hash of the other address. */
      emailHash: z.string().nullable(),
      email: personal(z.string()),
    }),
  ),
  ReportLetterConfirmed: event(z.object({})),
  /** A letter about the closed period with this start has to be sent. */
  ReportLetterDue: event(z.object({ from })),
  /** What the mail server said; `refusal`: its 5xx, or null: it took the letter. */
  ReportLetterAnswered: event(z.object({ from, refusal: z.int().nullable() })),
  ReportLetterEnded: event(
    z.object({ why: z.enum(['deleted', 'unsubscribed', 'refused', 'account', 'tried']) }),
  ),
  ReportLetterErased: event(z.object({}), { erases: true }),
}

export type ReportLetterEvent = EventsOf<typeof reportLetterEvents>
