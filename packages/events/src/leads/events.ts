import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { plan } from '../setup/plans.ts'

/** Stream `lead-<uuid>`. */
export const leadEvents = {
  LeadSubmitted: event(
    z.object({
      /** A keyed hash of the address: finds a person's leads without opening any. */
      emailHash: z.string(),
      name: personal(z.string()),
      email: personal(z.string()),
      phone: personal(z.string()),
      plan,
      depositEuro: z.int().positive(),
      message: personal(z.string()),
    }),
  ),
  LeadErased: event(z.object({}), { erases: true }),
}

export type LeadEvent = EventsOf<typeof leadEvents>
