import { z } from 'zod'
import { role } from './admins/roles.ts'
import { currentRequest } from './requests/states.ts'

/** Every error response. `message` is an Italian sentence: that of the first broken rule. */
export const failure = z
  .object({
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    /** Of something that is being built, from 0 to 1. */
    progress: z.number().min(0).max(1).optional(),
    /** The password is correct, and a code is needed too. */
    secondFactor: z.literal(true).optional(),
    /** The session of a console account ended with its change to this role. */
    newRole: role.optional(),
    /** The password was printed by a start: nothing else is answered before it is changed. */
    mustChangePassword: z.literal(true).optional(),
    /** Of a request that somebody else has changed meanwhile. */
    current: currentRequest.optional(),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof failure>

/** The response of a call without a result. */
export const ok = z.object({ ok: z.literal(true) })
