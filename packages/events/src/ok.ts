import { z } from 'zod'

/** The response of a call without a result. */
export const ok = z.object({ ok: z.literal(true) })
