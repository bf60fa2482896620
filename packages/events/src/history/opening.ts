import { z } from 'zod'
import { event, personal } from '../event.ts'
import type { JsonObject } from '../json.ts'

/** POST /api/admin/events/:id/open: why an administrator opens what is sealed. */
export const openEvent = z.strictObject({
  reason: z
    .string('Motivo richiesto')
    .trim()
    .min(3, 'Scrivi un motivo di almeno 3 caratteri')
    .max(200, 'Al massimo 200 caratteri'),
})

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

/** Proofs of who somebody is, which nobody needs to read. */
export const neverOpened: readonly string[] = ['passwordHash', 'password', 'secret', 'recoveryHashes']

/** An event's data without these, as who opens it sees them. */
export const withoutSecrets = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, neverOpened.includes(field) ? null : value]),
  )
