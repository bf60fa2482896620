import { z } from 'zod'

/** Every error answer. `message` is an Italian sentence: that of the first broken rule, where there are several. */
export const failure = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Of what is not there yet, from 0 to 1. */
  progress: z.number().min(0).max(1).optional(),
  /** The password is right, and a code is asked for beside it. */
  secondFactor: z.literal(true).optional(),
})
export type Failure = z.infer<typeof failure>
