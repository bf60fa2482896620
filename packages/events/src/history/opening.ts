import { z } from 'zod'
import { event, personal } from '../event.ts'
import type { JsonObject } from '../json.ts'

/** POST /api/admin/events/:id/open: the reason for opening sealed fields. */
export const openEvent = z.strictObject({
  reason: z
    .string('Motivo richiesto')
    .trim()
    .min(3, 'Scrivi un motivo di almeno 3 caratteri')
    .max(200, 'Al massimo 200 caratteri'),
})

/** Stream `admin-<uuid>`: sealed fields of an event were opened, with the reason. */
export const sealedFieldsOpened = {
  SealedFieldsOpened: event(
    z.object({
      eventId: z.uuid(),
      stream: z.string(),
      type: z.string(),
      /** The administrator's words, which may name a person. */
      reason: personal(z.string()),
    }),
  ),
}

/** Proofs of identity, which nobody needs to read. */
export const neverOpened: readonly string[] = ['passwordHash', 'password', 'secret', 'recoveryHashes']

/** An event's data without these fields, as the administrator sees them. */
export const withoutSecrets = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, neverOpened.includes(field) ? null : value]),
  )
