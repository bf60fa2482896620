import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { plan } from '../setup/plans.ts'

/** Stream `lead-<uuid>`. */
export const leadEvents = {
  LeadSubmitted: event(
    z.object({
      /** Keyed: to find a person's leads again without knowing the person. */
      emailHash: z.string(),
      name: personal(z.string()),
      email: personal(z.string()),
      phone: personal(z.string()),
      plan,
      depositEuro: z.int().positive(),
      message: personal(z.string()),
    }),
  ),
  LeadErased: event(z.object({})),
}

export type LeadEvent = EventsOf<typeof leadEvents>
