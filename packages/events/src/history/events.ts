import { z } from 'zod'
import { event, personal } from '../event.ts'

/** Stream `admin-<uuid>`: what is sealed in an event was opened, and why. */
export const sealedFieldsOpened = {
  SealedFieldsOpened: event(
    z.object({
      eventId: z.uuid(),
      stream: z.string(),
      type: z.string(),
      /** In the administrator's words, which may name somebody. */
      reason: personal(z.string()),
    }),
  ),
}
