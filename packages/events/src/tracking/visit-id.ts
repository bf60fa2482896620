import { z } from 'zod'

/** The client's session identifier, which names the visit's stream. */
export const visitId = z.string('Sessione non valida').regex(/^[A-Za-z0-9_-]{1,128}$/, 'Sessione non valida')
