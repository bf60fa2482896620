import { z } from 'zod'

/** A saved thing in an answer, beside what its kind shows. */
export const savedRow = z.object({
  id: z.uuid(),
  /** Of its stream: a question can name it. */
  revision: z.int().min(0),
  /** The last author: `admin:<id>`. */
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
})
