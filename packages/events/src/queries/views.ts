import { z } from 'zod'

/** The answer in SQL: an array for each row, because names may repeat. */
export const sqlResult = z.object({
  /** The data hold the log up to here. */
  position: z.string().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  /** Whether there are further rows. */
  more: z.boolean(),
})
export type SqlResult = z.output<typeof sqlResult>
