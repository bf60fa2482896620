import { z } from 'zod'
import { joined } from '../funnels/views.ts'

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
  /** With filters about visits: how many more would have entered, but have no visit. */
  unplaced: z.int().min(0).optional(),
  joined,
})
export type RetentionView = z.infer<typeof retentionView>

/** The cohorts that are not empty, oldest first. */
const cohorts = z.array(
  z.object({
    /** When the interval begins in Rome. */
    start: z.iso.datetime(),
    size: z.int().min(1),
    /** By intervals since the cohort's own; null: that one had not begun. */
    counts: z.array(z.int().min(0).nullable()),
  }),
)

/** POST /api/admin/retention/run. */
export const retentionResult = z.object({
  /** The position of the count; null: the log is empty. */
  position: z.string().nullable(),
  /** The period of the entries, `[from, to)`. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  cohorts,
  /** By the values of the breakdown, the largest first; null: without one. */
  groups: z.array(z.object({ value: z.string().nullable(), cohorts })).optional(),
  /** How many values have no group, because they are too many. */
  otherValues: z.int().optional(),
  /** With filters about visits: how many more would have entered, but have no visit. */
  unplaced: z.int().min(0).optional(),
  joined,
})
export type RetentionResult = z.infer<typeof retentionResult>
