import { z } from 'zod'

const week = z.object({
  /** Whole calendar weeks since the cohort's week. */
  week: z.int().min(0),
  /** How many of the cohort did it in that week, once or more often. */
  count: z.int().min(0),
  /** Percent of the cohort, one decimal. */
  share: z.number(),
  /** This week has not ended. */
  running: z.boolean(),
})

/** GET /api/admin/retention: the cohorts that are not empty, oldest first. */
export const retentionView = z.object({
  /** The position of the count; null: the log is empty. */
  position: z.string().nullable(),
  rows: z.array(
    z.object({
      /** The Monday on which the week starts in Rome. */
      cohort: z.iso.date(),
      size: z.int().min(1),
      /** One entry for each started week, from the cohort's own on. */
      weeks: z.array(week),
    }),
  ),
})
export type RetentionView = z.infer<typeof retentionView>
