import { z } from 'zod'

/** Every error answer. `message` is an Italian sentence: that of the first broken rule, where there are several. */
export const failure = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Failure = z.infer<typeof failure>
