import { z } from 'zod'

/** The client's session identifier, which names the visit's stream. */
export const visitId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/)
