import { z } from 'zod'

/** POST /api/admin/events/:id/open: why an administrator opens what is sealed. */
export const openEvent = z.strictObject({
  reason: z
    .string('Motivo richiesto')
    .trim()
    .min(3, 'Scrivi un motivo di almeno 3 caratteri')
    .max(200, 'Al massimo 200 caratteri'),
})
